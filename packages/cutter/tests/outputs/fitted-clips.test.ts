import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { CutProgress } from '../../src/api/receipt.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { cut } from '../../src/index.ts'
import { fileSink } from '../../src/io/node/files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { readFrames, signalToNoise } from '../support/video-quality.ts'
import { watchedSink } from '../support/watched-sink.ts'

const workshop = stampedWorkshop()
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
const RANGE: TimeRange = { startTime: 0.55, endTime: 4.1 }
const recipe = smallRecipe({ videoBitrate: 900_000, frames: 150 })
const { media } = await workshop.make(recipe, 'source')
const fitInto = (maxBytes: number, options: Partial<Extract<ClipSpec, { kind: 'video' }>> = {}): ClipSpec => ({
  kind: 'video',
  height: null,
  ...options,
  maxBytes,
})
const plainCut = await workshop.cutOnly(media, RANGE)
const plainBytes = plainCut.receipt.clipBytes

const TINY_VIDEO = { width: 160, height: 96, audio: null, texture: false } as const

const makeScratchDirectory = () => mkdtemp(join(workshop.directory, 'scratch-'))

/** Average PSNR of a clip's frames against the source's frames, in dB. */
async function qualityOf(path: string, source: string) {
  const frames = await readFrames(path)
  const psnr = signalToNoise(await readFrames(join(workshop.directory, source)), frames, [...frames.keys()])
  return psnr.reduce((sum, value) => sum + value, 0) / psnr.length
}

describe('a clip with a size limit', () => {
  it('is copied if it fits to the byte, and re-encoded if one byte is missing', async () => {
    const fittingCut = await workshop.cutOnly(media, RANGE, fitInto(plainBytes))
    expect(fittingCut.receipt).toMatchObject({ way: 'smart', clipBytes: plainBytes, size: { width: 384, height: 216 } })
    expect((await readFile(fittingCut.path)).equals(await readFile(plainCut.path))).toBe(true)

    const folder = await makeScratchDirectory()
    const shares: number[] = []
    const path = workshop.clipPath()
    const sink = watchedSink(fileSink(path))
    const onProgress = (progress: CutProgress) => shares.push(progress.done)
    const options = { onProgress, scratchDirectory: folder }
    const receipt = await cut(await planCut(media, RANGE, fitInto(plainBytes - 1)), sink, options)
    expect(receipt).toMatchObject({ way: 'transcoded', framesCopied: 0, frames: plainCut.receipt.frames })
    expect((await stat(path)).size).toBeLessThan(plainBytes)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('has all frames and audio of its range, uses its limit, and is deterministic', async () => {
    for (const share of isAtLength ? [0.8, 0.5] : [0.5]) {
      const maxBytes = Math.round(share * plainBytes)
      const { receipt, path } = await expectExact(media, uneditedVideo(recipe), RANGE, workshop, fitInto(maxBytes))
      const { size } = await stat(path)
      expect(size).toBe(receipt.clipBytes)
      expect(size).toBeLessThanOrEqual(maxBytes)
      expect(size).toBeGreaterThan(0.85 * maxBytes)
      expect(receipt).toMatchObject({ way: 'transcoded', size: { width: 384, height: 216 } })
      expect(await qualityOf(path, 'source.mp4')).toBeGreaterThan(32)
      // All passes share one fetch.
      expect(receipt.bytesFetched).toBeLessThan(1.1 * receipt.bytesCovered)
      if (share > 0.5) continue
      const secondCut = await workshop.cutOnly(media, RANGE, fitInto(maxBytes))
      expect((await readFile(secondCut.path)).equals(await readFile(path))).toBe(true)
    }
  })

  it('has smaller frames if large ones would look bad', async () => {
    const { media } = await workshop.make(smallRecipe({ audio: null, frames: 90 }), 'silent')
    const { receipt, clip } = await workshop.cut(media, { startTime: 0.2, endTime: 2.9 }, fitInto(20_000))
    expect(receipt.size).toEqual({ width: 192, height: 108 })
    expect([clip.width, clip.height]).toEqual([192, 108])
    expect(receipt.clipBytes).toBeLessThanOrEqual(20_000)
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 81 }, (_, index) => 6 + index))
  })

  it('has its subtitles and chapters, even from joined ranges in other codecs', async () => {
    const changes: Partial<StampedRecipe> = { video: 'vp9', audio: 'opus', layout: 'webm', videoBitrate: 2_000_000 }
    const source = await workshop.make(smallRecipe({ ...changes, frames: 120 }), 'vp9')
    const ranges = [
      { startTime: 0.5, endTime: 1.5 },
      { startTime: 2.2, endTime: 3.4 },
    ]
    const cues = [{ startTime: 1, endTime: 3, text: 'Here we are.' }]
    const chapters = [
      { startTime: 0, endTime: 2, title: 'One' },
      { startTime: 2, endTime: 4, title: 'Two' },
    ]
    // When the size is fitted, burned-in subtitles are part of the frames.
    const track = { as: 'track' } as const
    for (const how of isAtLength ? [track, { as: 'burned', style: 'box' } as const] : [track]) {
      const fitOptions = { chapters, subtitles: { cues, language: 'en', ...how } }
      const { receipt, clip } = await workshop.cut(source.media, ranges, fitInto(150_000, fitOptions))
      expect(receipt).toMatchObject({ frames: 66, cues: 1, chapters: 2, way: 'transcoded' })
      expect(receipt.clipBytes).toBeLessThanOrEqual(150_000)
      expect(clip.frames.map(({ number }) => number)).toEqual([
        ...Array.from({ length: 30 }, (_, index) => 15 + index),
        ...Array.from({ length: 36 }, (_, index) => 66 + index),
      ])
      expect(receipt.bytesFetched).toBeLessThan(1.1 * receipt.bytesCovered + 100_000)
    }
  })

  it('may be from HDR, cropped, faded and with a target loudness', async () => {
    const hdr: Partial<StampedRecipe> = { video: 'hevc', pixelFormat: 'yuv420p10', hdr: 'pq', layout: 'moov-last' }
    const source = await workshop.make(smallRecipe({ ...hdr, frames: 90 }), 'hdr')
    const fitOptions = { crop: { ratio: 1 }, videoFade: 0.3, audioFade: 0.3, loudness: -20 }
    const { receipt, clip } = await workshop.cut(
      source.media,
      { startTime: 0.2, endTime: 2.4 },
      fitInto(90_000, fitOptions),
    )
    expect(receipt).toMatchObject({ frames: 66, way: 'transcoded', size: { width: 216, height: 216 } })
    expect(receipt.loudness!.after).toBeCloseTo(-20, 0)
    expect(receipt.clipBytes).toBeLessThanOrEqual(90_000)
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(2.2, 3)
  })

  it('keeps 5.1 only if there is room', async () => {
    const surround = smallRecipe({ channels: 6, audioBitrate: 384_000, frames: 90, videoBitrate: 4_000_000 })
    const source = await workshop.make(surround, 'surround')
    const channelsWithin = async (maxBytes: number) => {
      const { receipt, clip } = await workshop.cut(source.media, { startTime: 0.3, endTime: 2.5 }, fitInto(maxBytes))
      expect(receipt.clipBytes).toBeLessThanOrEqual(maxBytes)
      return clip.audio!.channels.length
    }
    expect(await channelsWithin(900_000)).toBe(6)
    expect(await channelsWithin(250_000)).toBe(2)
  })

  it.each([
    ['the header leaves no bytes for frames', 17_000],
    ['frames get less than 1 kb/s', 36_000],
  ])('is refused, with the size that it would need, if no frame size is small enough: %s', async (_, maxBytes) => {
    const slowRecipe = smallRecipe({ ...TINY_VIDEO, frameRate: [1, 1], frames: 210, gopFrames: 61 })
    const source = await workshop.make(slowRecipe, 'slow')
    const folder = await makeScratchDirectory()
    const path = workshop.clipPath()
    const plan = await planCut(source.media, { startTime: 5, endTime: 205 }, fitInto(maxBytes))
    await expect(cut(plan, fileSink(path), { scratchDirectory: folder })).rejects.toMatchObject({
      code: 'does_not_fit',
      message: expect.stringMatching(/^200 seconds do not fit into 0\.0[\d]+ MB, .* about [\d.]+ MB\.$/),
    })
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(folder)).toEqual([])
  })
})
