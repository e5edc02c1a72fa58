import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CutterError } from '../../src/api/cutter-error.ts'
import { cutClip } from '../../src/cut-clip.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import { openMedia } from '../../src/open-media.ts'
import { planCut } from '../../src/plan-cut.ts'
import { bytesAsSource } from '../support/counting-file.ts'
import { patchAfter } from '../support/patched-mp4.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { StampedWorkshop, smallRecipe } from '../support/stamped-source.ts'
import { testSeed } from '../support/test-seed.ts'

/** A track entry with a ContentEncryption, and an empty cluster. */
const ENCRYPTED_WEBM = '1a45dfa380185380679b1654ae6b91ae8fd781018381016d80866240835035801f43b67580'

let workshop: StampedWorkshop
let plain: Buffer
let indexLast: Buffer

beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  const recipe = smallRecipe({ frames: 90, gopFrames: 30 })
  plain = await readWhole(await workshop.make(recipe, 'plain'))
  indexLast = await readWhole(await workshop.make({ ...recipe, layout: 'moov-last' }, 'index-last'))
}, 60_000)

afterAll(async () => {
  await workshop.close()
})

async function readWhole({
  files,
}: {
  files: { sizeBytes: number; read(a: number, b: number): Promise<Uint8Array> }[]
}) {
  const [file] = files
  return Buffer.from(await file!.read(0, file!.sizeBytes))
}

function open(bytes: Uint8Array) {
  const source = bytesAsSource(bytes)
  return openMedia({ video: source, audio: source })
}

describe('openMedia', { timeout: 30_000 }, () => {
  it('tells what the media is', async () => {
    expect((await open(plain)).facts).toEqual({
      durationSeconds: 3,
      container: 'mp4',
      video: { codec: 'h264', width: 384, height: 216, frameRate: 30, rotation: 0, copyable: true },
      audio: { codec: 'aac', sampleRate: 44_100, channels: 2 },
    })
  })

  it('tells the same of a WebM', async () => {
    const recipe = smallRecipe({ layout: 'webm', video: 'vp9', audio: 'opus', frames: 60 })
    const { facts } = (await workshop.make(recipe, 'webm')).media
    expect(facts).toMatchObject({
      container: 'webm',
      video: { codec: 'vp9', width: 384, height: 216, copyable: false },
      audio: { codec: 'opus', sampleRate: 48_000, channels: 2 },
    })
    expect(facts.video!.frameRate).toBeCloseTo(30, 0)
    expect(facts.durationSeconds).toBeCloseTo(2, 1)
  })

  it('reads no more of a long segmented file than its index and its ends', async () => {
    const recipe = smallRecipe({ layout: 'dash-pair', videoBitrate: 4_000_000 })
    const { media, files, bytesRead } = await workshop.make(recipe, 'segmented')
    const size = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    expect(media.facts.durationSeconds).toBeCloseTo(6, 1)
    expect(bytesRead()).toBe(media.indexBytes)
    expect(bytesRead()).toBeLessThan(size / 4)
  })

  it('tells the true duration where a segment index measures its fragments from reordered frames', async () => {
    const odd = { layout: 'dash-pair', audio: null, frameRate: [12, 1], frames: 50, gopFrames: 46, bFrames: 2 } as const
    const { media } = await workshop.make(smallRecipe({ ...odd, fragmentSeconds: 0.35 }), 'short-sum')
    expect(media.facts.durationSeconds).toBeCloseTo(50 / 12, 3)
  })

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!doctype html><html><body>Sign in to confirm</body></html>')],
    ['very few bytes', Buffer.from('<a>')],
    ['a playlist that names other files', Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:9\nfile:///etc/passwd\n')],
    ['nothing but zeros', Buffer.alloc(100_000)],
  ])('calls %s no media', async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({ code: 'not_media' })
  })

  it.each([
    ['an AVI file', Buffer.from('RIFF\x10\x27\0\0AVI LIST'), /AVI/],
    ['a Flash video', Buffer.from('FLV\x01\x05\0\0\0\x09'), /FLV/],
    ['an encrypted WebM', Buffer.from(ENCRYPTED_WEBM, 'hex'), /encrypted/],
  ])('says that %s cannot be cut, and why', async (_, bytes, why) => {
    await expect(open(bytes)).rejects.toMatchObject({ code: 'unsupported_media', message: expect.stringMatching(why) })
  })

  it('calls a file broken whose index was cut off', async () => {
    await expect(open(indexLast.subarray(0, indexLast.length - 2000))).rejects.toMatchObject({ code: 'broken_media' })
    await expect(open(plain.subarray(0, 900))).rejects.toMatchObject({ code: 'broken_media' })
  })

  it('is cancelled by its signal', async () => {
    const source = bytesAsSource(plain)
    const opening = openMedia({ video: source, audio: source }, { signal: AbortSignal.abort() })
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('media whose tables lie', { timeout: 60_000 }, () => {
  const MOST = Buffer.from('ffffffff', 'hex')

  it.each([
    ['more samples than memory holds', 'stsz', 8],
    ['more durations than it has', 'stts', 4],
    ['more reorderings than it has', 'ctts', 4],
    ['more chunks than it has', 'stco', 4],
    ['more runs of chunks than it has', 'stsc', 4],
    ['more keyframes than it has', 'stss', 4],
    ['more edits than it has', 'elst', 4],
  ])('is refused when it claims %s', async (_, table, offset) => {
    await expect(open(patchAfter(plain, table, offset, MOST))).rejects.toBeInstanceOf(CutterError)
  })

  it('is broken when its packets lie behind its end', async () => {
    const media = await open(patchAfter(plain, 'stco', 8, MOST))
    const cutting = planCut(media, { startTime: 0.2, endTime: 2 }, { kind: 'video', height: null })
    const path = workshop.clipPath()
    await expect(cutting.then((plan) => cutClip(plan, fileSink(path)))).rejects.toMatchObject({ code: 'broken_media' })
  })

  it('is broken when the range lies in what was cut off', async () => {
    const media = await open(plain.subarray(0, plain.length - 50_000))
    const plan = await planCut(media, { startTime: 0.2, endTime: 3 }, { kind: 'video', height: null })
    await expect(cutClip(plan, fileSink(workshop.clipPath()))).rejects.toMatchObject({ code: 'broken_media' })
  })

  it('never ends in anything but a typed error, whichever bytes of its index are wrong', async () => {
    const seed = testSeed
    const random = seededRandom(seed)
    const indexStart = indexLast.indexOf('moov')
    for (let round = 0; round < 150; round++) {
      const damaged = Buffer.from(indexLast)
      for (let count = 0; count < 4; count++) {
        damaged[indexStart + 4 + Math.floor(random() * (damaged.length - indexStart - 4))] = Math.floor(random() * 256)
      }
      const outcome = await open(damaged)
        .then((media) => planCut(media, { startTime: 0.2, endTime: 1.3 }, { kind: 'video', height: null }))
        .then(
          () => 'planned',
          (error: unknown) => error,
        )
      const isTyped = outcome === 'planned' || outcome instanceof CutterError
      expect(isTyped, `seed ${seed}, round ${round}: ${outcome}`).toBe(true)
    }
  })

  it('never ends in anything but a typed error, whichever bytes of a WebM are wrong', async () => {
    const recipe = smallRecipe({ layout: 'webm', video: 'vp9', audio: 'opus', frames: 60 })
    const whole = await readWhole(await workshop.make(recipe, 'webm-to-damage'))
    const seed = testSeed
    const random = seededRandom(seed)
    for (let round = 0; round < 40; round++) {
      const damaged = Buffer.from(whole)
      for (let count = 0; count < 4; count++) damaged[Math.floor(random() * 2000)] = Math.floor(random() * 256)
      const outcome = await open(damaged).then(
        () => 'opened',
        (error: unknown) => error,
      )
      const isTyped = outcome === 'opened' || outcome instanceof CutterError
      expect(isTyped, `seed ${seed}, round ${round}: ${outcome}`).toBe(true)
    }
  })
})
