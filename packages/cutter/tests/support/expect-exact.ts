import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import type { StampedReading } from '@kerf/stamped-media/read-stamps'
import { expect } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { expectAudioFrom, expectSilenceAround } from './expect-audio.ts'
import { type StampedWorkshop, unscaledRequest } from './stamped-source.ts'

/** Expected frames and audio of a video, on its own timeline, which begins at zero. */
export interface ExpectedVideo {
  /** Presentation time of frame n, or null if the frame is never shown. */
  seconds: readonly (number | null)[]
  /** End of the last frame. */
  endTime: number
  /** Time of the stamped audio that plays at zero, or null without audio. */
  audioAtZero: number | null
  /** Resolution of the container's timestamps, if coarser than a tick of the video track. */
  roundedToSeconds?: number
  /** End of the audio, if it precedes the end of the frames. */
  audioEndSeconds?: number
}

export type JudgedClip = Awaited<ReturnType<StampedWorkshop['cut']>>

/** A time within half a millisecond of a frame selects that frame, because people read and type milliseconds. */
const TOLERANCE_SECONDS = 5.01e-4
/** Times are rounded to the ticks of the source. */
const MAX_FRAME_OFFSET_SECONDS = 0.0006
/** Shortest audio whose place in the stamped audio is certain. */
const MIN_COMPARED_SECONDS = 0.2

/** A video as it was made, without edits. */
export const uneditedVideo = (recipe: StampedRecipe): ExpectedVideo => ({
  seconds: Array.from({ length: recipe.frames }, (_, frame) => frameSeconds(recipe, frame)),
  endTime: frameSeconds(recipe, recipe.frames),
  audioAtZero: recipe.audio && 0,
})

/** Cuts a range, decodes the clip, and checks every frame, its time, the audio and the hidden frames. */
export async function expectExact(
  media: Media,
  video: ExpectedVideo,
  range: TimeRange,
  workshop: StampedWorkshop,
  request: ClipSpec = unscaledRequest,
): Promise<JudgedClip> {
  const judgedClip = await workshop.cut(media, range, request)
  expectExactClip(judgedClip, video, range, request)
  return judgedClip
}

/** Checks every frame of a decoded clip, its time, the audio and the hidden frames. */
export function expectExactClip(
  { receipt, clip }: Pick<JudgedClip, 'receipt' | 'clip'>,
  video: ExpectedVideo,
  range: TimeRange,
  request: ClipSpec = unscaledRequest,
): void {
  const expectedFrames = framesShown(video, range)
  const start = expectedFrames[0]!.seconds
  expect(clip.frames.map(({ number }) => number)).toEqual(expectedFrames.map(({ number }) => number))
  const maxOffset = MAX_FRAME_OFFSET_SECONDS + (video.roundedToSeconds ?? 0)
  const misplacedFrames = clip.frames.filter(
    ({ seconds }, index) => Math.abs(seconds - (expectedFrames[index]!.seconds - start)) > maxOffset,
  )
  expect(misplacedFrames).toEqual([])
  expect(clip.hidden.frames).toBe(expectedFrames.length)
  expect(receipt.frames).toBe(expectedFrames.length)
  expect(receipt.framesCopied + receipt.framesReencoded).toBe(expectedFrames.length)
  if (video.audioAtZero === null) {
    expect(clip.audio).toBeNull()
  } else {
    const end = Math.min(endOf(video, expectedFrames.at(-1)!.seconds, range), video.audioEndSeconds ?? Infinity)
    expectAudio(clip, video.audioAtZero + start, end - start)
    // A WebM clip contains packets that players decode and drop.
    if (request.kind !== 'original') expectSilenceAround(clip)
  }
}

/** Frames of a range, in order of presentation. */
function framesShown({ seconds }: ExpectedVideo, { startTime, endTime }: TimeRange) {
  return seconds
    .flatMap((time, number) => (time === null ? [] : [{ number, seconds: time }]))
    .filter((frame) => frame.seconds >= startTime - TOLERANCE_SECONDS)
    .filter((frame) => frame.seconds < endTime - TOLERANCE_SECONDS)
    .sort((a, b) => a.seconds - b.seconds)
}

/** End of the last frame of a clip: the next frame, the end of the video or of the range, whichever comes first. */
function endOf(video: ExpectedVideo, lastSeconds: number, range: TimeRange): number {
  const laterTimes = video.seconds.filter((time) => time !== null && time > lastSeconds + TOLERANCE_SECONDS) as number[]
  return Math.min(video.endTime, range.endTime, ...laterTimes)
}

/** Expects audio that begins with the first frame and lasts as long as the frames. */
function expectAudio(clip: StampedReading, startTime: number, durationSeconds: number): void {
  expect(clip.audio).not.toBeNull()
  const { sampleRate, channels, startSeconds: audioStart } = clip.audio!
  expect(audioStart).toBeCloseTo(0, 3)
  expect(channels[0]!.length / sampleRate).toBeCloseTo(durationSeconds, 2)
  if (durationSeconds > MIN_COMPARED_SECONDS) expectAudioFrom(clip.audio!, startTime)
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
