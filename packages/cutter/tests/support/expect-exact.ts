import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import type { StampedReading } from '@kerf/stamped-media/read-stamps'
import { expect } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { expectAudioFrom, expectSilenceBeside } from './expect-audio.ts'
import { asItIs, type StampedWorkshop } from './stamped-source.ts'

/** What a video shows and lets hear on its own timeline, which begins at zero. */
export interface ShownVideo {
  /** When frame n is shown; null: never. */
  seconds: readonly (number | null)[]
  /** When the last frame ends. */
  endTime: number
  /** The time of the stamped audio that is decoded at zero; null: there is no audio. */
  audioAtZero: number | null
  /** How coarsely its container keeps times, if worse than a tick of a frame track. */
  roundedToSeconds?: number
  /** When the audio ends, if it does so before the frames. */
  audioEndSeconds?: number
}

export type JudgedClip = Awaited<ReturnType<StampedWorkshop['cut']>>

/** A time within half a millisecond of a frame's means that frame, as milliseconds are what people read and type. */
const TOLERANCE_SECONDS = 5.01e-4
/** Times are rounded to the ticks of the source. */
const MOST_FRAME_OFFSET_SECONDS = 0.0006
/** Too short a piece of audio matches nowhere for certain. */
const SHORTEST_COMPARED_SECONDS = 0.2

/** A video that nothing was done to after it was made. */
export const asMade = (recipe: StampedRecipe): ShownVideo => ({
  seconds: Array.from({ length: recipe.frames }, (_, frame) => frameSeconds(recipe, frame)),
  endTime: frameSeconds(recipe, recipe.frames),
  audioAtZero: recipe.audio && 0,
})

/** Cuts a range and judges the clip by decoding it: every frame, its time, the audio, and what is hidden beside them. */
export async function expectExact(
  media: Media,
  video: ShownVideo,
  range: TimeRange,
  workshop: StampedWorkshop,
  request: ClipSpec = asItIs,
): Promise<JudgedClip> {
  const judged = await workshop.cut(media, range, request)
  const { receipt, clip } = judged
  const shown = framesShown(video, range)
  const start = shown[0]!.seconds
  expect(clip.frames.map(({ number }) => number)).toEqual(shown.map(({ number }) => number))
  const mostOffset = MOST_FRAME_OFFSET_SECONDS + (video.roundedToSeconds ?? 0)
  const misplaced = clip.frames.filter(
    ({ seconds }, index) => Math.abs(seconds - (shown[index]!.seconds - start)) > mostOffset,
  )
  expect(misplaced).toEqual([])
  expect(clip.hidden.frames).toBe(shown.length)
  expect(receipt.frames).toBe(shown.length)
  expect(receipt.framesCopied + receipt.framesReencoded).toBe(shown.length)
  if (video.audioAtZero === null) {
    expect(clip.audio).toBeNull()
  } else {
    const end = Math.min(endOf(video, shown.at(-1)!.seconds, range), video.audioEndSeconds ?? Infinity)
    expectAudio(clip, video.audioAtZero + start, end - start)
    // WebM has packets that players decode and drop.
    if (request.kind !== 'original') expectSilenceBeside(clip)
  }
  return judged
}

/** In order of presentation. */
function framesShown({ seconds }: ShownVideo, { startTime, endTime }: TimeRange) {
  return seconds
    .flatMap((time, number) => (time === null ? [] : [{ number, seconds: time }]))
    .filter((frame) => frame.seconds >= startTime - TOLERANCE_SECONDS)
    .filter((frame) => frame.seconds < endTime - TOLERANCE_SECONDS)
    .sort((a, b) => a.seconds - b.seconds)
}

/** When the next frame follows, the video ends or the range does. */
function endOf(video: ShownVideo, lastSeconds: number, range: TimeRange): number {
  const later = video.seconds.filter((time) => time !== null && time > lastSeconds + TOLERANCE_SECONDS) as number[]
  return Math.min(video.endTime, range.endTime, ...later)
}

/** The audio begins with the first frame and lasts as long as the frames. */
function expectAudio(clip: StampedReading, startTime: number, durationSeconds: number): void {
  expect(clip.audio).not.toBeNull()
  const { sampleRate, channels, startSeconds: decodedAt } = clip.audio!
  expect(decodedAt).toBeCloseTo(0, 3)
  expect(channels[0]!.length / sampleRate).toBeCloseTo(durationSeconds, 2)
  if (durationSeconds > SHORTEST_COMPARED_SECONDS) expectAudioFrom(clip.audio!, startTime)
}

export function frameSeconds(recipe: StampedRecipe, frame: number): number {
  const [numerator, denominator] = recipe.frameRate
  return (frame * denominator) / numerator
}

/** The numbers of the frames with start <= time < end. */
export function framesInRange(recipe: StampedRecipe, { startTime, endTime }: TimeRange): number[] {
  return Array.from({ length: recipe.frames }, (_, frame) => frame).filter((frame) => {
    const seconds = frameSeconds(recipe, frame)
    return seconds >= startTime - TOLERANCE_SECONDS && seconds < endTime - TOLERANCE_SECONDS
  })
}
