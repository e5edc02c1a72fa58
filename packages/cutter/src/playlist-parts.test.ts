import { createCipheriv } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FetchPart } from './demux/hls/playlist-source.ts'
import { openMedia } from './open-media.ts'
import { planCut } from './plan-cut.ts'
import { asMade, expectExact } from './testing/expect-exact.ts'
import { expectSameAsWhole } from './testing/expect-same-as-whole.ts'
import { PlaylistSite } from './testing/playlist-site.ts'
import { RemuxedSegments, type SegmentShape } from './testing/remuxed-segments.ts'
import { seededRandom } from './testing/seeded-random.ts'
import { StampedWorkshop, smallRecipe } from './testing/stamped-source.ts'

/** Three segments of four seconds, each of two groups of pictures and of a megabyte. */
const recipe = smallRecipe({
  width: 96,
  height: 64,
  layout: 'hls',
  frameRate: [25, 1],
  frames: 300,
  gopFrames: 50,
  bFrames: 1,
  pictureBytes: { key: 60_000, other: 9000 },
  muxerOptions: { hls_time: '4' },
})
const KEY = Buffer.from('0123456789abcdef')
/** Beside what the range covers: half a second at both ends, which is much of so short a film; MP4 says where what lies. Whole segments are 2.0. */
const MOST_FETCHED_SHARE = { ts: 1.45, mp4: 1.25, 'encrypted ts': 1.45 }
const ACROSS_A_BORDER = { startSeconds: 7.6, endSeconds: 10.3 }
let workshop: StampedWorkshop
const directories: Record<string, string> = {}

beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  for (const [name, layout] of [
    ['ts', 'hls'],
    ['mp4', 'hls-mp4'],
  ] as const) {
    const { videoPath } = await makeStampedMedia({ ...recipe, layout }, workshop.directory, name)
    directories[name] = dirname(videoPath!)
  }
}, 60_000)
afterAll(() => workshop.close())

async function siteOf(name: string): Promise<{ site: PlaylistSite; text: string }> {
  const site = new PlaylistSite(directories[name === 'mp4' ? 'mp4' : 'ts']!)
  const text = await site.text('index.m3u8')
  if (name !== 'encrypted ts') {
    return { site, text }
  }
  const segments = (await readdir(directories.ts!)).filter((file) => file.endsWith('.ts'))
  for (const segment of segments) {
    const cipher = createCipheriv('aes-128-cbc', KEY, Buffer.alloc(16))
    site.put(segment, Buffer.concat([cipher.update(await readFile(join(directories.ts!, segment))), cipher.final()]))
  }
  site.put('key.bin', KEY)
  const tag = `#EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x${'0'.repeat(32)}`
  return { site, text: text.replace('#EXTINF', `${tag}\n#EXTINF`) }
}

async function open(name: string, answer: (site: PlaylistSite) => FetchPart = (site) => site.fetchPart) {
  const { site, text } = await siteOf(name)
  const source = site.source(text, 'index.m3u8', answer(site))
  const media = await openMedia({ video: source, audio: source })
  site.requests.length = 0
  return { site, media }
}

const bytesOf = ({ requests }: PlaylistSite): number =>
  requests.filter(({ path }) => path !== 'key.bin').reduce((sum, { bytes }) => sum + bytes, 0)

describe.each(['ts', 'mp4', 'encrypted ts'] as const)(
  'a playlist of large %s segments',
  { timeout: 30_000 },
  (name) => {
    it('is fetched only as far as the range goes, and cut exactly', async () => {
      const { site, media } = await open(name)
      const { receipt } = await expectExact(media, asMade(recipe), ACROSS_A_BORDER, workshop.clipPath())
      expect(bytesOf(site) / receipt.bytesCovered).toBeLessThan(MOST_FETCHED_SHARE[name])
      expect(receipt.bytesFetched).toBeGreaterThan(0.98 * bytesOf(site))
      expect(site.requests.length).toBeLessThan(9)
    })
  },
)

describe('a part of a large segment', { timeout: 30_000 }, () => {
  it('needs to begin no earlier before a key picture than the sound', async () => {
    const { site, media } = await open('ts')
    const range = { startSeconds: 8, endSeconds: 8.4 }
    const { receipt } = await expectExact(media, asMade(recipe), range, workshop.clipPath())
    expect(bytesOf(site) - receipt.bytesCovered).toBeLessThan(600 * 1024)
  })
})

/** Sound whose frames begin in one packet and end in another, and pictures in several: the long form is parts-as-whole.hard.ts. */
const IN_PIECES: SegmentShape = {
  keysInSegment: 2,
  keyBytes: 60_000,
  pictureBytes: 9000,
  busyShare: 0,
  soundBytes: 400,
  soundAcross: 'packets',
  untimedShare: 0.3,
  soundLeadSeconds: 0.3,
  picturePieceBytes: 3000,
  isLengthTold: true,
  hasOtherProgramme: true,
  unevenShare: 0.6,
}

describe('a stream that other muxers made', { timeout: 30_000 }, () => {
  it('is made of the same packets when it is read in parts', async () => {
    const film = await workshop.film(
      smallRecipe({ width: 96, height: 64, layout: 'ts', frameRate: [25, 1], frames: 250 }),
    )
    const random = seededRandom(7)
    expect(await expectSameAsWhole(new RemuxedSegments(film, IN_PIECES, random), 3, random)).toEqual([])
  })
})

describe('a server that knows no parts of segments', { timeout: 30_000 }, () => {
  it('and sends all of one instead is asked for each of them once', async () => {
    const sendsAll = (site: PlaylistSite): FetchPart => {
      return async (address, _, options) => {
        const bytes = await site.fetch(address, null, options)
        return { bytes, start: 0, sizeBytes: bytes.length }
      }
    }
    const { site, media } = await open('ts', sendsAll)
    await expectExact(media, asMade(recipe), { startSeconds: 7.8, endSeconds: 8.2 }, workshop.clipPath())
    expect(site.requests.map(({ path }) => path).sort()).toEqual(['index1.ts', 'index2.ts'])
  })

  it('and makes no sense is not asked again, but for whole segments', async () => {
    let asked = 0
    const { site, media } = await open('ts', () => async () => {
      asked += 1
      return null
    })
    await planCut(media, { startSeconds: 6.6, endSeconds: 11.3 }, { kind: 'video', height: null })
    expect(asked).toBeLessThan(4)
    expect(new Set(site.requests.map(({ path }) => path)).size).toBe(site.requests.length)
  })

  it('and says of a segment now this and now that size has another file now', async () => {
    let asked = 0
    const { media } = await open('ts', (site) => async (address, wanted, options) => {
      asked += 1
      const part = await site.fetchPart(address, wanted, options)
      return part && { ...part, sizeBytes: part.sizeBytes + asked * 1000 }
    })
    const planning = planCut(media, ACROSS_A_BORDER, { kind: 'video', height: null })
    await expect(planning).rejects.toMatchObject({ code: 'source_failed' })
  })
})
