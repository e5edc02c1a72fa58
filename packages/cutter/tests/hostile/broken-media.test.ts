import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { AV_LOG_FATAL } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteSource } from '../../src/api/byte-source.ts'
import { CutterError } from '../../src/api/cutter-error.ts'
import { openMedia } from '../../src/open-media.ts'
import { planCut } from '../../src/plan-cut.ts'
import { probeClip } from '../../src/probe-clip.ts'
import { bytesAsSource } from '../support/counting-file.ts'
import { cutToFile } from '../support/cut-to-file.ts'
import { brokenFiles } from '../support/hostile/broken-files.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { StampedWorkshop, smallRecipe } from '../support/stamped-source.ts'
import { testSeed } from '../support/test-seed.ts'

const range = { startTime: 0.4, endTime: 1.4 }
/** Nothing about a video this small takes more to find out. */
const MOST_INDEX_BYTES = 4_000_000
/** Each is a whole cut: few of them always, as many as one likes by hand. */
const FLIP_ROUNDS = Number(process.env.CUTTER_FLIPS ?? 8)

let workshop: StampedWorkshop
let sourceVideo: Buffer
let matroska: Buffer

beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  const recipe = smallRecipe({ width: 160, height: 90, frames: 45, gopFrames: 15, texture: false })
  sourceVideo = await make(recipe, 'video.mp4')
  matroska = await make({ ...recipe, layout: 'webm', audio: 'vorbis' }, 'video.mkv')
  // What decoders say of broken bytes is long and helps nobody here.
  Log.setLevel(AV_LOG_FATAL)
}, 60_000)

async function make(recipe: StampedRecipe, name: string): Promise<Buffer> {
  await workshop.make(recipe, name.slice(0, name.indexOf('.')))
  return readFile(join(workshop.directory, name))
}

afterAll(async () => {
  await workshop.close()
})

/** How an attempt to cut ends: 'clip' for a healthy one, the error's code, or what should never be thrown. */
async function endingOf(source: ByteSource): Promise<unknown> {
  const path = workshop.clipPath()
  try {
    const media = await openMedia({ video: source, audio: source }, { mostIndexBytes: MOST_INDEX_BYTES })
    const plan = await planCut(
      media,
      range,
      media.video ? { kind: 'video', height: null } : { kind: 'mp3', bitrate: 320_000 },
    )
    await cutToFile(plan, path)
    await probeClip(path)
    return 'clip'
  } catch (error) {
    expect(existsSync(path)).toBe(false)
    return error instanceof CutterError ? error.code : error
  }
}

describe('what is no healthy video', { timeout: 60_000 }, () => {
  it('ends as a typed error, or as a clip where it does not matter, whatever is wrong', async () => {
    const wrong: string[] = []
    for (const { name, source, endings } of brokenFiles(sourceVideo, matroska)) {
      const ending = await endingOf(source)
      if (!endings.some((allowed) => allowed === ending)) wrong.push(`${name}: ${ending}`)
    }
    expect(wrong).toEqual([])
  })

  it('is a clip as long as it is healthy', async () => {
    expect(await endingOf(bytesAsSource(sourceVideo))).toBe('clip')
    expect(await endingOf(bytesAsSource(matroska))).toBe('clip')
  })

  it.each(['MP4', 'Matroska'] as const)('is survived wherever bits are flipped: %s', async (container) => {
    const whole = container === 'MP4' ? sourceVideo : matroska
    const seed = testSeed
    const random = seededRandom(seed)
    for (let round = 0; round < FLIP_ROUNDS; round++) {
      const damaged = Buffer.from(whole)
      // Half of them in the index, where they do most harm.
      const reach = round % 2 === 0 ? damaged.length : 3000
      for (let count = 0; count < 3; count++) {
        const at = Math.floor(random() * reach)
        damaged[at]! ^= 1 << Math.floor(random() * 8)
      }
      expect(await endingOf(bytesAsSource(damaged)), `seed ${seed}, round ${round}`).toBeTypeOf('string')
    }
  })
})

describe('a video that is within no limits', { timeout: 30_000 }, () => {
  it('of more pixels than its header says is not decoded', async () => {
    const recipe = smallRecipe({ width: 160, height: 90, frames: 20, layout: 'webm', video: 'vp9', audio: null })
    const webm = await make(recipe, 'small-by-its-header.webm')
    const SYNC_CODE = Buffer.from('498342', 'hex')
    let videoFrames = 0
    for (let at = webm.indexOf(SYNC_CODE); at >= 0; at = webm.indexOf(SYNC_CODE, at + 1)) {
      // Four bits of colour, then width and height in 16 bits each: 32768 by 32768.
      webm[at + 3] = (webm[at + 3]! & 0xf0) | 0x7
      webm.set([0xff, 0xf7, 0xff], at + 4)
      videoFrames += 1
    }
    expect(videoFrames).toBeGreaterThan(0)
    const media = await openMedia({ video: bytesAsSource(webm), audio: null })
    expect(media.facts.video).toMatchObject({ width: 160, height: 90 })
    const plan = await planCut(media, { startTime: 0, endTime: 0.5 }, { kind: 'video', height: null })
    await expect(cutToFile(plan, workshop.clipPath())).rejects.toMatchObject({ code: 'broken_media' })
  })

  it('of more than eight streams is cut from the first eight', async () => {
    const [eight, nine] = [7, 8].map((others) => withTracksInFront(sourceVideo, others))
    const media = await openMedia({ video: bytesAsSource(eight!), audio: null })
    const path = workshop.clipPath()
    await cutToFile(await planCut(media, range, { kind: 'video', height: null }), path)
    expect((await readStamps(path)).frames.map(({ number }) => number)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 12),
    )
    const hidden = openMedia({ video: bytesAsSource(nine!), audio: null })
    await expect(hidden).rejects.toMatchObject({ code: 'unsupported_media' })
  })
})

/** The same video with copies of its audio track before its frame; the data moves with the index, and so do the chunks. */
function withTracksInFront(mp4: Buffer, count: number): Buffer {
  const moovAt = mp4.indexOf('moov') - 4
  const moovBytes = mp4.readUInt32BE(moovAt)
  const moov = mp4.subarray(moovAt, moovAt + moovBytes)
  const tracks = tracksOf(moov)
  const audio = tracks.find((track) => track.includes('soun'))!
  const firstAt = moov.indexOf(tracks[0]!)
  const grown = Buffer.concat([moov.subarray(0, firstAt), ...Array(count).fill(audio), moov.subarray(firstAt)])
  grown.writeUInt32BE(grown.length, 0)
  for (let at = grown.indexOf('stco'); at >= 0; at = grown.indexOf('stco', at + 1)) {
    for (let row = 0; row < grown.readUInt32BE(at + 8); row++) {
      const place = at + 12 + 4 * row
      grown.writeUInt32BE(grown.readUInt32BE(place) + grown.length - moovBytes, place)
    }
  }
  return Buffer.concat([mp4.subarray(0, moovAt), grown, mp4.subarray(moovAt + moovBytes)])
}

function tracksOf(moov: Buffer): Buffer[] {
  const tracks: Buffer[] = []
  for (let at = moov.indexOf('trak'); at >= 0; at = moov.indexOf('trak', at + 1)) {
    tracks.push(moov.subarray(at - 4, at - 4 + moov.readUInt32BE(at - 4)))
  }
  return tracks
}
