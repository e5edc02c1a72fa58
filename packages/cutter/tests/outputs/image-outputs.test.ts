import { readFile, writeFile } from 'node:fs/promises'
import { readStamp } from '@kerf/stamped-media/stamp'
import { MkvOutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { u32 } from '../../src/bitstream/mp4-boxes.ts'
import { isSideways, type Turn, UPRIGHT_TURN } from '../../src/bitstream/turn.ts'
import { type ImageFile, imageKind, readImageFile } from '../../src/image-files.ts'
import { probe } from '../../src/index.ts'
import { webpFrames } from '../../src/mux/images/write-webp.ts'
import { planCut } from '../../src/plan-cut.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { codedValues, EIGHT_TURNS } from '../support/eight-turns.ts'
import { fieldVideo } from '../support/field-coded.ts'
import { decodeImages, type Frame } from '../support/native-frames.ts'
import { frameSamples } from '../support/odd-mp4.ts'
import { openMedia } from '../support/open-media.ts'
import { patchAfter } from '../support/patched-mp4.ts'
import { rebuildMp4 } from '../support/rebuilt-mp4.ts'
import { remuxedWithText } from '../support/remuxed-text.ts'
import { type StampedSource, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

const sourceVideo = await workshop.make(smallRecipe({ frames: 60, gopFrames: 25 }), 'sourceVideo')
const webMedia = await workshop.make(
  smallRecipe({ width: 640, height: 360, frames: 24, video: 'vp9', audio: null, layout: 'webm', frameRate: [24, 1] }),
  'web',
)
type FrameRequest = Extract<ClipSpec, { kind: 'gif' | 'webp' | 'still' }>

async function cut(
  { media }: Pick<StampedSource, 'media'>,
  ranges: TimeRange[],
  request: FrameRequest,
  turn: Turn = UPRIGHT_TURN,
) {
  const { plan, receipt, path } = await workshop.cutOnly(media, ranges, request)
  const bytes = await readFile(path)
  const image = readImageFile(imageKind(bytes)!, bytes)
  const numbers: (number | null)[] = []
  const sizes: string[] = []
  const positions = image.kind === 'webp' ? webpFrames(bytes) : []
  let canvas: Canvas | null = null
  for await (const frame of decodeImages(image.kind, image.frames)) {
    canvas = drawOver(canvas, frame, image.kind, positions[numbers.length])
    const { width, height, values } = canvas
    const valueAt = (x: number, y: number) => values[y * width + x]!
    const codedSize = isSideways(turn) ? { width: height, height: width } : { width, height }
    numbers.push(readStamp(codedSize, codedValues(turn, codedSize, valueAt)))
    sizes.push(`${width}x${height}`)
  }
  return { plan, receipt, path, bytes, numbers, sizes: [...new Set(sizes)], seconds: image.seconds }
}

interface Canvas {
  width: number
  height: number
  /** Luma of each pixel, or its green value. */
  values: Uint8Array
}

/** Draws a frame over the previous frames. It may cover only a part of them, and be partly transparent. */
function drawOver(
  previousCanvas: Canvas | null,
  frame: Frame,
  kind: ImageFile['kind'],
  { left, top } = { left: 0, top: 0 },
): Canvas {
  const { width, height } = frame
  const canvas = previousCanvas ?? { width, height, values: new Uint8Array(width * height) }
  const [step, green] = kind === 'gif' ? [4, 1] : kind === 'png' ? [3, 1] : [1, 0]
  const { data, linesize } = frame
  const plane = data![0]!
  const [planeBytes, opacityBytes] = [linesize[0]!, linesize[3]!]
  const opacity = kind === 'webp' ? data![3] : undefined
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((opacity?.[y * opacityBytes + x] ?? 255) > 127)
        canvas.values[(top + y) * canvas.width + left + x] = plane[y * planeBytes + x * step + green]!
  return canvas
}

const everyThird = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / 3) }, (_, index) => from + 3 * index)

describe.each(['gif', 'webp'] as const)('a range as %s', (kind) => {
  it("shows the source's frames at their times, for as long as the range", async () => {
    const { receipt, path, numbers, sizes, seconds, plan } = await cut(
      sourceVideo,
      [{ startTime: 7 / 30, endTime: 50 / 30 }],
      { kind },
    )
    expect(numbers).toEqual(everyThird(7, 50))
    expect(sizes).toEqual(['384x216'])
    expect(seconds.slice(0, -1).every((duration) => Math.abs(duration - 0.1) < 0.0005)).toBe(true)
    const totalSeconds = seconds.reduce((sum, duration) => sum + duration, 0)
    expect(Math.abs(totalSeconds - 43 / 30)).toBeLessThanOrEqual(kind === 'gif' ? 0.005 : 0.0005)
    expect(receipt).toMatchObject({ way: kind, frames: 15, framesCopied: 0, soundOffsetMilliseconds: null })
    expect(receipt.firstFrameSeconds).toBeCloseTo(7 / 30, 6)
    expect(receipt.lastFrameSeconds).toBeCloseTo(49 / 30, 6)
    expect(plan.video).toMatchObject({ width: 384, height: 216 })
    const facts = await probe(path)
    expect(facts).toMatchObject({ frames: 15, width: 384, height: 216, hasAudio: false, sizeBytes: receipt.clipBytes })
    expect(facts.durationSeconds).toBeCloseTo(totalSeconds, 6)
  })

  it('is scaled down to 480 pixels, without accumulated rounding of times', async () => {
    const { numbers, sizes, seconds } = await cut(webMedia, [{ startTime: 0, endTime: 1 }], { kind })
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index * 2))
    expect(sizes).toEqual(['480x270'])
    expect(seconds.reduce((sum, duration) => sum + duration, 0)).toBeCloseTo(1, 2)
  })

  it('has the requested width and rate, but is never wider than the video', async () => {
    const range = [{ startTime: 0, endTime: 0.5 }]
    const smallImage = await cut(webMedia, range, { kind, width: 320, frameRate: 8 })
    expect(smallImage.sizes).toEqual(['320x180'])
    expect(smallImage.numbers).toEqual([0, 3, 6, 9])
    const wideImage = await cut(webMedia, range, { kind, width: 720, frameRate: 25 })
    expect(wideImage.sizes).toEqual(['640x360'])
    expect(wideImage.numbers).toEqual(Array.from({ length: 12 }, (_, index) => index))
    // At 20 of 30 fps, two of three frames are shown.
    const unevenImage = await cut(sourceVideo, [{ startTime: 0, endTime: 0.5 }], { kind, width: 320, frameRate: 20 })
    expect(unevenImage.numbers).toEqual([0, 1, 3, 4, 6, 7, 9, 10, 12, 13])
    expect(unevenImage.seconds.reduce((sum, duration) => sum + duration, 0)).toBeCloseTo(0.5, 3)
  })

  it('shows a single frame, even joined with later ranges', async () => {
    const oneFrame = { startTime: 0.5, endTime: 0.51 }
    expect((await cut(sourceVideo, [oneFrame], { kind })).numbers).toEqual([15])
    const ranges = [oneFrame, { startTime: 1, endTime: 1.2 }, { startTime: 0, endTime: 0.2 }]
    const { numbers, seconds } = await cut(sourceVideo, ranges, { kind })
    // Every third frame of the joined ranges is shown.
    expect(numbers).toEqual([15, 32, 35, 2, 5])
    expect(seconds.reduce((sum, duration) => sum + duration, 0)).toBeCloseTo(0.4 + 1 / 30, 2)
  })

  it('has every third frame of a 29.97 fps video, as of 30 fps', async () => {
    const recipe = { width: 320, height: 180, frames: 18, gopFrames: 9, bFrames: 2, audio: null } as const
    const ntsc = await workshop.make(smallRecipe({ ...recipe, frameRate: [30_000, 1001] }), `ntsc-${kind}`)
    expect((await cut(ntsc, [{ startTime: 0, endTime: 0.5 }], { kind })).numbers).toEqual([0, 3, 6, 9, 12])
  })

  it('has every frame of a video with one frame a second', async () => {
    const slides = await workshop.make(
      smallRecipe({ width: 320, height: 180, frames: 9, gopFrames: 9, frameRate: [1, 1], bFrames: 2, audio: null }),
      `slides-${kind}`,
    )
    expect(slides.media.facts.video?.frameRate).toBeCloseTo(1, 6)
    const { numbers } = await cut(slides, [{ startTime: 2.5, endTime: 6 }], { kind })
    expect(numbers).toEqual([3, 4, 5])
  })

  it('is refused before any read if it is longer than 15 s', async () => {
    const bytesBefore = sourceVideo.bytesRead()
    const twelveRanges = Array.from({ length: 12 }, (_, index) => ({ startTime: (index % 2) * 0.1, endTime: 1.9 }))
    await expect(planCut(sourceVideo.media, twelveRanges, { kind })).rejects.toMatchObject({ code: 'too_long' })
    expect(sourceVideo.bytesRead()).toBe(bytesBefore)
  })

  it('fails if it grows too large', async () => {
    const limits = { maxClipBytes: 20_000 }
    const cutting = workshop.cutOnly(sourceVideo.media, { startTime: 0, endTime: 1 }, { kind }, { limits })
    await expect(cutting).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is recognized as broken if it is truncated', async () => {
    const { path, bytes } = await cut(sourceVideo, [{ startTime: 0, endTime: 0.3 }], { kind })
    await writeFile(path, bytes.subarray(0, -200))
    await expect(probe(path)).rejects.toMatchObject({ code: 'broken_media' })
  })
})

describe('a still', () => {
  it('is only the first frame of the range, in full size', async () => {
    for (const frame of [0, 24, 25, 43, 59]) {
      const range = { startTime: frame / 30 - (frame > 0 ? 0.02 : 0), endTime: 2 }
      const { numbers, sizes, receipt, path } = await cut(sourceVideo, [range], { kind: 'still', height: null })
      expect(numbers).toEqual([frame])
      expect(sizes).toEqual(['384x216'])
      expect(receipt).toMatchObject({ way: 'still', frames: 1 })
      expect(receipt.firstFrameSeconds).toBeCloseTo(frame / 30, 6)
      expect(await probe(path)).toMatchObject({ frames: 1, width: 384, height: 216 })
    }
  })

  it('is scaled down to the requested height, never up', async () => {
    const range = [{ startTime: 0.5, endTime: 1 }]
    expect((await cut(webMedia, range, { kind: 'still', height: 180 })).sizes).toEqual(['320x180'])
    expect((await cut(webMedia, range, { kind: 'still', height: 1080 })).sizes).toEqual(['640x360'])
  })
})

describe('frames are shown', () => {
  const range = [{ startTime: 0.5, endTime: 0.8 }]

  async function openPatched(patch: (bytes: Buffer) => Buffer) {
    const [file] = sourceVideo.files
    const source = bytesAsSource(patch(Buffer.from(await file!.read(0, file!.sizeBytes))))
    return { media: await openMedia({ video: source, audio: null }) }
  }

  it.each(EIGHT_TURNS)('%s, as their display matrix says', async (_, turn) => {
    const [a, b, c, d] = turn.map((value) => value * 0x10000)
    const matrix = [a!, b!, 0, c!, d!, 0, 0, 0, 0x40000000].map((value) => u32(value >>> 0))
    const turnedMedia = await openPatched((bytes) => patchAfter(bytes, 'tkhd', 40, Buffer.concat(matrix)))
    const [width, height] = isSideways(turn) ? [216, 384] : [384, 216]
    const sizes = [`${width}x${height}`]
    const still = await cut(turnedMedia, range, { kind: 'still', height: null }, turn)
    expect(still).toMatchObject({ numbers: [15], sizes, plan: { video: { width, height } } })
    for (const kind of ['gif', 'webp'] as const) {
      expect(await cut(turnedMedia, range, { kind }, turn)).toMatchObject({ numbers: [15, 18, 21], sizes })
    }
  })

  it('mirrored as in a Matroska, in images and in an MP4', async () => {
    const [file] = sourceVideo.files
    const mp4 = Buffer.from(await file!.read(0, file!.sizeBytes))
    const webvtt = 'WEBVTT\n\n00:00.500 --> 00:01.000\nA line\n'
    for (const [rotation, turn] of [
      [0, [-1, 0, 0, 1]],
      [90, [0, 1, 1, 0]],
    ] as const) {
      const media = await openBytes(await remuxedWithText(mp4, new MkvOutputFormat(), webvtt, { rotation, flip: true }))
      expect((await cut({ media }, range, { kind: 'still', height: null }, turn)).numbers).toEqual([15])
      const { path } = await workshop.cutOnly(media, range)
      expect((await openBytes(await readFile(path))).video!.description.turn).toEqual(turn)
    }
  })

  it('with square pixels', async () => {
    const wideMedia = await openPatched((bytes) => patchAfter(bytes, 'pasp', 0, Buffer.concat([u32(3), u32(2)])))
    const still = await cut(wideMedia, range, { kind: 'still', height: null })
    expect(still).toMatchObject({ numbers: [15], sizes: ['576x216'] })
    const gif = await cut(wideMedia, range, { kind: 'gif' })
    expect(gif).toMatchObject({ numbers: [15, 18, 21], sizes: ['480x180'] })
  })
})

describe('for field pictures,', () => {
  const recipe = smallRecipe({ width: 160, height: 96, frames: 30, bFrames: 0, audio: null, layout: 'moov-last' })
  const fieldTicks = 0.5 / 30

  it.each([
    ['one sample', 1, everyThird(10, 22)],
    // Fields in two samples count as two frames, at 60 per second; the GIF has every fifth of them.
    ['two samples', 2, [10, 12, 15, 17, 20]],
  ])('a frame of %s is one still, and one frame of a GIF', async (_, samplesOfFrame, gifNumbers) => {
    const progressiveVideo = await workshop.video(recipe)
    const { track, samples } = frameSamples(progressiveVideo)
    const { configuration, frames } = fieldVideo(recipe, 30, 8)
    const times = Array.from(samples.pts).sort((a, b) => a - b)
    const halfTicks = Math.round(fieldTicks * track.timescale)
    const fieldSamples = frames.flatMap(({ isSync, fields }, frame) =>
      samplesOfFrame === 1
        ? [{ isSync, pts: times[frame]!, data: Buffer.concat(fields) }]
        : fields.map((data, field) => ({
            isSync: isSync && field === 0,
            pts: times[frame]! + field * halfTicks,
            data,
          })),
    )
    const media = await openBytes(rebuildMp4(progressiveVideo, fieldSamples, configuration))
    const range = { startTime: 10 / 30, endTime: 22 / 30 }
    expect((await cut({ media }, [range], { kind: 'still', height: null })).numbers).toEqual([10])
    expect((await cut({ media }, [range], { kind: 'gif' })).numbers).toEqual(gifNumbers)
  })
})
