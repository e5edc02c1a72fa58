import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { StampedReading } from '@kerf/stamped-media/read-stamps'
import { durationSeconds, type StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { cut, probe } from '../../src/index.ts'
import { fileSink } from '../../src/io/node/files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { frameDigests } from '../support/clip-packets.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { frameSeconds, framesInRange } from '../support/expect-exact.ts'
import { videoOfTwoConfigurations } from '../support/rebuilt-mp4.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

/** Length of the audio that is compared on each side of a joint. */
const COMPARED_SECONDS = 0.15

const plainRecipe = smallRecipe()
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
const recipes: Record<string, StampedRecipe> = {
  'a plain MP4 of 30 fps with two B-frames': plainRecipe,
  'a DASH pair of 29.97 fps': smallRecipe({
    layout: 'dash-pair',
    frameRate: [30_000, 1001],
    bFrames: 3,
    gopFrames: 75,
  }),
  'an MP4 of 24 fps without B-frames, Main profile, 48 kHz mono': smallRecipe({
    frameRate: [24, 1],
    frames: 144,
    profile: 'main',
    sampleRate: 48_000,
    channels: 1,
    bFrames: 0,
  }),
}

const workshop = stampedWorkshop()
const { media } = await workshop.make(plainRecipe, 'usual')
/** Ranges from pairs of a start and an end, in seconds. */
const rangesOf = (...spans: [number, number][]): TimeRange[] =>
  spans.map(([startTime, endTime]) => ({ startTime, endTime }))

/** Start of each range in the clip, and the end of the last one. A range lasts as long as its frames. */
function jointsOf(recipe: StampedRecipe, ranges: readonly TimeRange[]): number[] {
  const joints = [0]
  for (const range of ranges) {
    joints.push(joints.at(-1)! + framesInRange(recipe, range).length * frameSeconds(recipe, 1))
  }
  const lastRange = ranges.at(-1)!
  const lastRangeSeconds = lastRange.endTime - frameSeconds(recipe, framesInRange(recipe, lastRange)[0]!)
  return [...joints.slice(0, -1), Math.min(joints.at(-1)!, joints.at(-2)! + lastRangeSeconds)]
}

function expectFrames(clip: StampedReading, recipe: StampedRecipe, ranges: readonly TimeRange[]): void {
  const joints = jointsOf(recipe, ranges)
  const expectedFrames = ranges.flatMap((range, index) => {
    const frames = framesInRange(recipe, range)
    return frames.map((number) => ({ number, seconds: joints[index]! + frameSeconds(recipe, number - frames[0]!) }))
  })
  expect(clip.frames.map(({ number }) => number)).toEqual(expectedFrames.map(({ number }) => number))
  const misplacedFrames = clip.frames.filter(
    ({ seconds }, index) => Math.abs(seconds - expectedFrames[index]!.seconds) > 0.0005,
  )
  expect(misplacedFrames).toEqual([])
  expect(clip.hidden.frames).toBe(expectedFrames.length)
}

/** Expects the audio of each range's beginning after its joint, and the audio of its end before the next joint. */
function expectAudio(
  { audio }: StampedReading,
  joints: readonly number[],
  starts: readonly number[],
  checkedRanges = [...starts.keys()],
): void {
  const { sampleRate, channels } = audio!
  expect(channels[0]!.length / sampleRate).toBeCloseTo(joints.at(-1)!, 3)
  const between = (from: number, to: number) => ({
    sampleRate,
    channels: channels.map((samples) => samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate))),
  })
  for (const index of checkedRanges) {
    const start = starts[index]!
    const [from, to] = [joints[index]!, joints[index + 1]!]
    const comparedSeconds = Math.min(COMPARED_SECONDS, to - from)
    expectAudioFrom(between(from, from + comparedSeconds), start, `behind joint ${index}`)
    expectAudioFrom(between(to - comparedSeconds, to), start + to - from - comparedSeconds, `before joint ${index + 1}`)
  }
}

const firstFrameTimes = (recipe: StampedRecipe, ranges: readonly TimeRange[]): number[] =>
  ranges.map((range) => frameSeconds(recipe, framesInRange(recipe, range)[0]!))

async function countCopiedFrames(media: Media, clipPath: string): Promise<number> {
  const sourceDigests = new Set((await frameDigests(media)).values())
  const clipDigests = [...(await frameDigests(await openBytes(await readFile(clipPath)))).values()]
  return clipDigests.filter((digest) => sourceDigests.has(digest)).length
}

describe.each(Object.entries(recipes))('ranges joined from %s', (name, recipe) => {
  let media: Media
  beforeAll(async () => {
    media = (await workshop.make(recipe, Object.keys(recipes).indexOf(name).toString())).media
  })

  const gopSeconds = frameSeconds(recipe, recipe.gopFrames)
  const secondsOfFrame = frameSeconds(recipe, 1)
  const random = seededRandom(testSeed + name.length)
  const randomRange = (): [number, number] => {
    const start = random() * (durationSeconds(recipe) - 0.5)
    const end = start + 0.2 + random() * Math.min(1.5, durationSeconds(recipe) - start - 0.2)
    return [Math.round(start * 1000) / 1000, Math.round(end * 1000) / 1000]
  }
  const unusualRangeSets = [
    ['out of order', rangesOf([3.2, 4.1], [0.4, 2.2])],
    ['that overlap', rangesOf([0.5, 1.5], [1.3, 2], [0.2, 1.4])],
    [
      'without a keyframe inside',
      rangesOf([gopSeconds + 0.3, gopSeconds + 0.7], [0.3, 0.6], [gopSeconds + 0.3, gopSeconds + 0.7]),
    ],
    ['between keyframes', rangesOf([gopSeconds, 2 * gopSeconds], [0, gopSeconds])],
    [
      'of single keyframes',
      rangesOf(
        [gopSeconds, gopSeconds + secondsOfFrame],
        [0, secondsOfFrame],
        [gopSeconds, gopSeconds + secondsOfFrame],
      ),
    ],
    [
      'with single frames left out between them',
      rangesOf([0.5, 1.5], [1.5 + secondsOfFrame, 2.5], [2.5 + secondsOfFrame, 3]),
    ],
  ] satisfies [string, TimeRange[]][]
  const rangeSets: [string, TimeRange[]][] = [
    // Results for these range sets hardly depend on the GOP structure, so one recipe is enough for them.
    ...(recipe === plainRecipe ? unusualRangeSets : []),
    ['that are the same', rangesOf([1.1, 2.4], [1.1, 2.4])],
    ...(isAtLength ? [2, 3] : [3]).map((count): [string, TimeRange[]] => {
      const spans = Array.from({ length: count }, randomRange)
      return [`${JSON.stringify(spans)} (seed ${testSeed})`, rangesOf(...spans)]
    }),
  ]

  it.each(rangeSets)('%s have exactly their frames and audio, one after the other', async (_, ranges) => {
    const { clip, receipt, path } = await workshop.cut(media, ranges)
    expectFrames(clip, recipe, ranges)
    expect(clip.audio!.startSeconds).toBeCloseTo(0, 3)
    const joints = jointsOf(recipe, ranges)
    if (Math.min(...joints.slice(1).map((joint, index) => joint - joints[index]!)) > 0.1) {
      expectAudio(clip, joints, firstFrameTimes(recipe, ranges))
    }
    expect(receipt.frames).toBe(clip.frames.length)
    expect(receipt.framesCopied + receipt.framesReencoded).toBe(receipt.frames)
    expect(await countCopiedFrames(media, path)).toBe(receipt.framesCopied)
    // The duration is exact to the tick.
    expect(receipt.durationSeconds).toBeCloseTo(joints.at(-1)!, 4)
    expect(Math.abs(receipt.soundOffsetMilliseconds!)).toBeLessThan(0.1)
    const frameNumbers = ranges.flatMap((range) => framesInRange(recipe, range))
    expect(receipt.firstFrameSeconds).toBeCloseTo(frameSeconds(recipe, frameNumbers[0]!), 6)
    expect(receipt.lastFrameSeconds).toBeCloseTo(frameSeconds(recipe, frameNumbers.at(-1)!), 6)
    expect(await probe(path)).toMatchObject({ frames: frameNumbers.length, hasAudio: true })
  })
})

describe('joined ranges', () => {
  it('without a gap between them are cut like one range', async () => {
    const ranges = rangesOf([0.7, 1.9], [1.9, 2.05], [2.05, 3.4])
    const { plan, clip } = await workshop.cut(media, ranges)
    const wholePlan = await planCut(media, { startTime: 0.7, endTime: 3.4 }, unscaledRequest)
    expect(JSON.stringify(plan)).toBe(JSON.stringify(wholePlan))
    expect(plan.audio?.how).toBe('spliced')
    expectFrames(clip, plainRecipe, ranges)
    expectAudio(clip, jointsOf(plainRecipe, ranges), firstFrameTimes(plainRecipe, ranges))
  })

  it('keep video and audio in sync, even twenty of them', async () => {
    const recipe = smallRecipe({ frameRate: [30_000, 1001], layout: 'dash-pair' })
    const { media } = await workshop.make(recipe, 'twenty')
    const ranges = rangesOf(...Array.from({ length: 20 }, (_, at): [number, number] => [at * 0.25, at * 0.25 + 0.21]))
    const { clip, receipt } = await workshop.cut(media, ranges)
    expectFrames(clip, recipe, ranges)
    expectAudio(clip, jointsOf(recipe, ranges), firstFrameTimes(recipe, ranges), [0, 11, 19])
    expect(Math.abs(receipt.soundOffsetMilliseconds!)).toBeLessThan(0.05)
  })

  it('share one encoder if nothing can be copied', async () => {
    const recipe = smallRecipe({ layout: 'webm', video: 'vp9', audio: 'opus', frames: 75 })
    const { media } = await workshop.make(recipe, 'vp9')
    const ranges = rangesOf([1.4, 2.2], [0.4, 1], [1.4, 1.8])
    const { clip, receipt } = await workshop.cut(media, ranges)
    expect(clip.codecs).toEqual({ video: 'h264', audio: 'aac' })
    expect(receipt).toMatchObject({ way: 'transcoded', framesCopied: 0 })
    expectFrames(clip, recipe, ranges)
    expectAudio(clip, jointsOf(recipe, ranges), firstFrameTimes(recipe, ranges))
  })

  it('are scaled down together', async () => {
    const recipe = smallRecipe({ width: 640, height: 360, frames: 60, gopFrames: 30 })
    const { media } = await workshop.make(recipe, 'large')
    const ranges = rangesOf([1.2, 1.7], [0.2, 0.6])
    const { clip } = await workshop.cut(media, ranges, { kind: 'video', height: 180 })
    expect([clip.width, clip.height]).toEqual([320, 180])
    expectFrames(clip, recipe, ranges)
  })

  it('from open GOPs, without audio, are exact', async () => {
    const recipe = smallRecipe({ openGop: true, audio: null })
    const { media } = await workshop.make(recipe, 'open-groups')
    const ranges = rangesOf([2.2, 4], [0, 1], [3, 3.5])
    const { clip, receipt } = await workshop.cut(media, ranges)
    expectFrames(clip, recipe, ranges)
    expect(clip.audio).toBeNull()
    expect(receipt.soundOffsetMilliseconds).toBeNull()
  })

  it('with different codec configurations are exact', async () => {
    const media = await openBytes(await videoOfTwoConfigurations(workshop))
    const { clip, receipt } = await workshop.cut(media, rangesOf([2.5, 3], [0.5, 1.5]))
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
    expect(clip.frames.map(({ number }) => number)).toEqual([...numbers(15, 30), ...numbers(15, 45)])
    expect(receipt.way).toBe('transcoded')
  })

  it('make one MP3, each at its exact time', async () => {
    const { clip, receipt } = await workshop.cut(media, rangesOf([2.013, 3.5], [0.4, 1.111], [2.013, 2.5]), mp3Request)
    expect(clip.codecs).toEqual({ video: null, audio: 'mp3' })
    expectAudio(clip, [0, 1.487, 2.198, 2.685], [2.013, 0.4, 2.013])
    expect(receipt).toMatchObject({ way: 'mp3', frames: 0 })
    expect(receipt.durationSeconds).toBeCloseTo(2.685, 4)
  })

  it('are refused if one of them is outside the media, or shows nothing', async () => {
    await expect(planCut(media, rangesOf([0, 1], [7, 8]), unscaledRequest)).rejects.toMatchObject({
      code: 'range_outside',
    })
    const planning = planCut(media, rangesOf([0, 1], [1.01, 1.02]), unscaledRequest)
    await expect(planning).rejects.toMatchObject({ code: 'nothing_in_range' })
  })

  it('leave nothing behind if they are cancelled halfway, and can be recut', async () => {
    const path = workshop.clipPath()
    const plan = await planCut(media, rangesOf([3.2, 4.1], [0.4, 2.2], [1.1, 1.9]), unscaledRequest)
    const limitedCut = cut(plan, fileSink(path), { limits: { maxClipBytes: 60_000 } })
    await expect(limitedCut).rejects.toMatchObject({ code: 'too_large' })
    const controller = new AbortController()
    const cancelledCut = cut(plan, fileSink(path), {
      signal: controller.signal,
      onProgress: ({ done }) => done > 0.3 && controller.abort(),
    })
    await expect(cancelledCut).rejects.toMatchObject({ code: 'cancelled' })
    expect(existsSync(path)).toBe(false)
    expect(await cut(plan, fileSink(path))).toMatchObject({ frames: 105 })
  })

  it('are refused as too large if they would last for days', async () => {
    const endlessRanges = Array.from({ length: 250_000 }, () => ({ startTime: 0, endTime: 2 }))
    await expect(planCut(media, endlessRanges, unscaledRequest)).rejects.toMatchObject({ code: 'too_large' })
  })
})
