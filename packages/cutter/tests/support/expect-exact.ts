import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'
import { expect } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { CutReceipt } from '../../src/api/receipt.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { cutClip } from '../../src/cut-clip.ts'
import type { OpenedMedia } from '../../src/demux/common/opened-media.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import { type CutPlan, planCut } from '../../src/plan-cut.ts'
import { frameSeconds } from './expected-frames.ts'

/** What a film shows and lets hear on its own timeline, which begins at zero. */
export interface ShownFilm {
  /** When frame n is shown; null: never. */
  seconds: readonly (number | null)[]
  /** When the last frame ends. */
  endTime: number
  /** Which instant of the stamped sound is heard at zero; null: there is no sound. */
  soundAtZero: number | null
  /** How coarsely its container keeps times, if worse than a tick of a picture track. */
  roundedToSeconds?: number
  /** When the sound ends, if it does so before the pictures. */
  soundEndSeconds?: number
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
const MOST_SOUND_OFFSET_SECONDS = 0.001
/** A lossy codec cannot stop dead: a steep edge rings for a millisecond. */
const EDGE_SAMPLES = 48
/** Beside sound of ordinary loudness nobody hears this: the encoder's own rounding. */
const AUDIBLE_SHARE = 0.03
/** Too short a piece of sound matches nowhere for certain. */
const SHORTEST_COMPARED_SECONDS = 0.2

/** A film that nothing was done to after it was made. */
export const asMade = (recipe: StampedRecipe): ShownFilm => ({
  seconds: Array.from({ length: recipe.frames }, (_, frame) => frameSeconds(recipe, frame)),
  endTime: frameSeconds(recipe, recipe.frames),
  soundAtZero: recipe.audio && 0,
})

/** Cuts a range and judges the clip by decoding it: every frame, its time, the sound, and what is hidden beside them. */
export async function expectExact(
  media: OpenedMedia,
  film: ShownFilm,
  range: TimeRange,
  path: string,
  wish: ClipSpec = asItIs,
): Promise<JudgedClip> {
  const plan = await planCut(media, range, wish)
  const receipt = await cutClip(plan, fileSink(path))
  const clip = await readStamps(path)
  const shown = framesShown(film, range)
  const start = shown[0]!.seconds
  expect(clip.frames.map(({ number }) => number)).toEqual(shown.map(({ number }) => number))
  const mostOffset = MOST_FRAME_OFFSET_SECONDS + (film.roundedToSeconds ?? 0)
  const misplaced = clip.frames.filter(
    ({ seconds }, index) => Math.abs(seconds - (shown[index]!.seconds - start)) > mostOffset,
  )
  expect(misplaced).toEqual([])
  expect(clip.hidden.frames).toBe(shown.length)
  expect(receipt.frames).toBe(shown.length)
  expect(receipt.framesCopied + receipt.framesReencoded).toBe(shown.length)
  if (film.soundAtZero === null) {
    expect(clip.sound).toBeNull()
  } else {
    const end = Math.min(endOf(film, shown.at(-1)!.seconds, range), film.soundEndSeconds ?? Infinity)
    expectSound(clip, film.soundAtZero + start, end - start)
  }
  return { plan, receipt, clip, path, frames: shown.map(({ number }) => number) }
}

/** In order of presentation. */
function framesShown({ seconds }: ShownFilm, { startTime, endTime }: TimeRange) {
  return seconds
    .flatMap((time, number) => (time === null ? [] : [{ number, seconds: time }]))
    .filter((frame) => frame.seconds >= startTime - TOLERANCE_SECONDS)
    .filter((frame) => frame.seconds < endTime - TOLERANCE_SECONDS)
    .sort((a, b) => a.seconds - b.seconds)
}

/** When the next frame follows, the film ends or the range does. */
function endOf(film: ShownFilm, lastSeconds: number, range: TimeRange): number {
  const later = film.seconds.filter((time) => time !== null && time > lastSeconds + TOLERANCE_SECONDS) as number[]
  return Math.min(film.endTime, range.endTime, ...later)
}

/** The sound begins with the first frame, lasts as long as the frames, and nothing audible lies beside it. */
function expectSound({ sound, hidden }: StampedReading, startTime: number, durationSeconds: number): void {
  expect(sound).not.toBeNull()
  const { sampleRate, channels, startSeconds: heardAt } = sound!
  expect(heardAt).toBeCloseTo(0, 3)
  expect(channels[0]!.length / sampleRate).toBeCloseTo(durationSeconds, 2)
  if (durationSeconds > SHORTEST_COMPARED_SECONDS) {
    const offset = soundOffsetSeconds(sound!, startTime)
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(MOST_SOUND_OFFSET_SECONDS)
  }
  const everything = hidden.sound![0]!
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
    if (heard.subarray(0, COMPARED).every((sample, index) => sample === everything[begin + index])) {
      return begin
    }
  }
  throw new Error('What is played is not what the file holds.')
}

function loudness(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length))
}
