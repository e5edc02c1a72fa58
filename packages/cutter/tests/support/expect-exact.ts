import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { audioOffsetSeconds } from '@kerf/stamped-media/stamped-audio'
import { expect } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { CutReceipt } from '../../src/api/receipt.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { cutClip } from '../../src/cut-clip.ts'
import type { OpenedMedia } from '../../src/demux/common/opened-media.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import { type CutPlan, planCut } from '../../src/plan-cut.ts'
import { frameSeconds } from './expected-frames.ts'

/** What a video shows and lets hear on its own timeline, which begins at zero. */
export interface ShownVideo {
  /** When frame n is shown; null: never. */
  seconds: readonly (number | null)[]
  /** When the last frame ends. */
  endTime: number
  /** Which instant of the stamped audio is decoded at zero; null: there is no audio. */
  audioAtZero: number | null
  /** How coarsely its container keeps times, if worse than a tick of a frame track. */
  roundedToSeconds?: number
  /** When the audio ends, if it does so before the frames. */
  audioEndSeconds?: number
}

export interface JudgedClip {
  plan: CutPlan
  receipt: CutReceipt
  clip: StampedReading
  path: string
  /** The numbers of the frames that the clip had to show, and shows. */
  frames: number[]
}

export const asItIs: ClipSpec = { kind: 'video', height: null }

/** The same instant, written as a decimal or computed from a frame number, may differ by so much. */
const TOLERANCE_SECONDS = 1e-4
/** Times are rounded to the ticks of the source. */
const MOST_FRAME_OFFSET_SECONDS = 0.0006
const MOST_AUDIO_OFFSET_SECONDS = 0.001
/** A lossy codec cannot stop dead: a steep edge rings for a millisecond. */
const EDGE_SAMPLES = 48
/** Beside audio of ordinary loudness nobody hears this: the encoder's own rounding. */
const AUDIBLE_SHARE = 0.03
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
  media: OpenedMedia,
  video: ShownVideo,
  range: TimeRange,
  path: string,
  request: ClipSpec = asItIs,
): Promise<JudgedClip> {
  const plan = await planCut(media, range, request)
  const receipt = await cutClip(plan, fileSink(path))
  const clip = await readStamps(path)
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
  }
  return { plan, receipt, clip, path, frames: shown.map(({ number }) => number) }
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

/** The audio begins with the first frame, lasts as long as the frames, and nothing audible lies beside it. */
function expectAudio({ audio, hidden }: StampedReading, startTime: number, durationSeconds: number): void {
  expect(audio).not.toBeNull()
  const { sampleRate, channels, startSeconds: decodedAt } = audio!
  expect(decodedAt).toBeCloseTo(0, 3)
  expect(channels[0]!.length / sampleRate).toBeCloseTo(durationSeconds, 2)
  if (durationSeconds > SHORTEST_COMPARED_SECONDS) {
    const offset = audioOffsetSeconds(audio!, startTime)
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(MOST_AUDIO_OFFSET_SECONDS)
  }
  const everything = hidden.audio![0]!
  const heard = channels[0]!
  const begin = placeOf(heard, everything)
  const quietest = AUDIBLE_SHARE * Math.max(loudness(heard), 0.01)
  expect(loudness(everything.subarray(0, Math.max(0, begin - EDGE_SAMPLES)))).toBeLessThan(quietest)
  expect(loudness(everything.subarray(begin + heard.length + EDGE_SAMPLES))).toBeLessThan(quietest)
}

/** Where in everything that a file holds the part that is played begins. */
function placeOf(heard: Float32Array, everything: Float32Array): number {
  const COMPARED = Math.min(200, heard.length)
  for (let begin = 0; begin + heard.length <= everything.length; begin++) {
    if (heard.subarray(0, COMPARED).every((sample, index) => sample === everything[begin + index])) return begin
  }
  throw new Error('What is played is not what the file holds.')
}

function loudness(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length))
}
