import { readFile } from 'node:fs/promises'
import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamp } from '@kerf/stamped-media/stamp'
import { describe, expect, it } from 'vitest'
import { readImageFile } from '../../src/image-files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { lumaOf } from '../support/luma-frames.ts'
import { decodeImages } from '../support/native-frames.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
/** A video with a new slide every four seconds. */
const slides = await workshop.make(
  smallRecipe({ width: 160, height: 96, frameRate: [1, 4], frames: 8, gopFrames: 2, bFrames: 0 }),
  'slides',
)

async function frameNumbersIn(path: string) {
  const { frames } = readImageFile('png', await readFile(path))
  const numbers: (number | null)[] = []
  for await (const frame of decodeImages('png', frames)) {
    const { width, height, luma } = lumaOf(frame, 3)
    numbers.push(readStamp({ width, height }, (x, y) => luma[y * width + x]!))
  }
  return numbers
}

describe('a clip of slides', () => {
  it('starts at the requested time, with the current slide and its audio', async () => {
    const { receipt, clip } = await workshop.cut(slides.media, { startTime: 5.5, endTime: 18 })
    expect(clip.frames.map(({ number, seconds }) => [number, seconds])).toEqual([
      [1, 0],
      [2, expect.closeTo(2.5, 3)],
      [3, expect.closeTo(6.5, 3)],
      [4, expect.closeTo(10.5, 3)],
    ])
    expect(receipt).toMatchObject({
      firstFrameSeconds: expect.closeTo(5.5, 3),
      durationSeconds: expect.closeTo(12.5, 3),
    })
    expect(receipt.framesCopied).toBeGreaterThan(0)
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(12.5, 2)
    expectAudioFrom(clip.audio!, 5.5)
  })

  it('may lie within a single slide', async () => {
    const { clip } = await workshop.cut(slides.media, { startTime: 9, endTime: 10.25 })
    expect(clip.frames).toEqual([{ number: 2, seconds: 0 }])
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(1.25, 2)
    expectAudioFrom(clip.audio!, 9)
  })

  it('joins ranges without losing the start of the second one', async () => {
    const ranges = [
      { startTime: 0, endTime: 4 },
      { startTime: 13, endTime: 17 },
    ]
    const { clip } = await workshop.cut(slides.media, ranges)
    expect(clip.frames.map(({ number, seconds }) => [number, Math.round(seconds * 1000)])).toEqual([
      [0, 0],
      [3, 4000],
      [4, 7000],
    ])
  })

  it('shows the same slide in a GIF and as a still', async () => {
    const range = { startTime: 5.5, endTime: 9 }
    const gif = await workshop.cutOnly(slides.media, range, { kind: 'gif', frameRate: 5 })
    expect(gif.receipt.durationSeconds).toBeCloseTo(3.5, 2)
    const still = await workshop.cutOnly(slides.media, range, { kind: 'still', height: null })
    expect(await frameNumbersIn(still.path)).toEqual([1])
  })

  it('needs a slide: audio after the video has none', async () => {
    const { media } = await workshop.make({ ...slides.recipe, audioToSeconds: 36 }, 'talkative')
    const planning = planCut(media, { startTime: 33, endTime: 35 }, { kind: 'video', height: null })
    await expect(planning).rejects.toMatchObject({ code: 'nothing_in_range' })
  })
})

/**
 * Presentation times of the frames, in tenths of a second. Each burst lasts a second; its last frame is shown for about
 * nine. The very last frame is shown until the audio ends.
 */
const presentationTicks = [
  ...[0, 100, 200].flatMap((from) => Array.from({ length: 10 }, (_, frame) => from + frame)),
  290,
]
const LAST_FRAME_NUMBER = 30
const END_SECONDS = 30

const recordingRecipe = (changes: Partial<StampedRecipe>) =>
  smallRecipe({
    width: 160,
    height: 96,
    frameRate: [10, 1],
    frames: presentationTicks.length,
    shownAt: presentationTicks,
    gopFrames: 5,
    audioToSeconds: END_SECONDS,
    ...changes,
  })

const containers: Record<string, StampedRecipe> = {
  MP4: recordingRecipe({}),
  Matroska: recordingRecipe({ layout: 'webm' }),
  WebM: recordingRecipe({ layout: 'webm', video: 'vp9', bFrames: 0, audio: 'opus' }),
  'fragmented MP4': recordingRecipe({ layout: 'fragmented' }),
  'a transport stream': recordingRecipe({ layout: 'ts' }),
}

/**
 * Start, end, and the first and the last frame shown. A range may begin or end while a long frame is shown, or be
 * inside one.
 */
const ranges = [
  [10, 20, 10, 19],
  [5, 10.35, 9, 13],
  [13, 16.5, 19, 19],
  [15, 25, 19, 29],
  [20, END_SECONDS, 20, LAST_FRAME_NUMBER],
] as const

const expectedFrames = (startTime: number, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).map((number) => ({
    number,
    seconds: expect.closeTo(Math.max(0, presentationTicks[number]! / 10 - startTime), 2),
  }))

describe.each(Object.entries(containers))('a clip of a screen recording in %s', (name, recipe) => {
  const makingRecording = workshop.make(recipe, `recording-${Object.keys(containers).indexOf(name)}`)
  it.each(ranges)('lasts from %d to %d s, as long as its range', async (startTime, endTime, first, last) => {
    const { media } = await makingRecording
    const { receipt, clip } = await workshop.cut(media, { startTime, endTime })
    expect(clip.frames).toEqual(expectedFrames(startTime, first, last))
    expect(receipt.durationSeconds).toBeCloseTo(endTime - startTime, 2)
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(endTime - startTime, 2)
    expectAudioFrom(clip.audio!, startTime)
  })

  it('joins ranges that start and end during long frames', async () => {
    const { media } = await makingRecording
    const { clip } = await workshop.cut(media, [
      { startTime: 10.45, endTime: 14 },
      { startTime: 25, endTime: 29.55 },
    ])
    expect(clip.frames.map(({ number, seconds }) => [number, Math.round(seconds * 100)])).toEqual([
      ...[15, 16, 17, 18, 19].map((number, index) => [number, index * 10]),
      [29, 350],
      [LAST_FRAME_NUMBER, 750],
    ])
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(8.05, 2)
  })

  it('shows the current long frame in a GIF, a WebP and a still', async () => {
    const { media } = await makingRecording
    const range = { startTime: 5, endTime: 10.35 }
    for (const kind of ['gif', 'webp'] as const) {
      const { receipt } = await workshop.cutOnly(media, range, { kind, frameRate: 5 })
      expect(receipt).toMatchObject({
        firstFrameSeconds: expect.closeTo(5, 2),
        durationSeconds: expect.closeTo(5.35, 2),
      })
    }
    const still = await workshop.cutOnly(media, range, { kind: 'still', height: null })
    expect(await frameNumbersIn(still.path)).toEqual([9])
  })

  it('has its audio during a long frame', async () => {
    const { media } = await makingRecording
    const { clip } = await workshop.cut(media, { startTime: 13, endTime: 16.5 }, mp3Request)
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(3.5, 2)
    expectAudioFrom(clip.audio!, 13)
  })
})

describe('a clip of a screen recording in its own codec', () => {
  it.each([
    ['WebM', {}],
    ['MP4', { container: 'mp4' }],
  ] as const)('is as long as its range: %s', async (name, options) => {
    const { media } = await workshop.make(containers.WebM!, `own-codec-${name}`)
    for (const [startTime, endTime, first, last] of ranges) {
      const { receipt, clip } = await workshop.cut(media, { startTime, endTime }, { kind: 'original', ...options })
      expect(clip.frames).toEqual(expectedFrames(startTime, first, last))
      expect(receipt.durationSeconds).toBeCloseTo(endTime - startTime, 2)
      expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(endTime - startTime, 2)
      expectAudioFrom(clip.audio!, startTime)
    }
  })
})
