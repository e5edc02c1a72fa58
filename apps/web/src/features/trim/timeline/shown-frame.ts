import { frameBegin, frameFrom } from './frame-step.ts'

/** Largest rounding error of a time. Times are rounded down to whole milliseconds. */
const ROUNDING_SECONDS = 0.001

/** Index of the frame that is on screen at the time `seconds`. */
const frameAt = (seconds: number, frameRate: number): number =>
  Math.floor((seconds + ROUNDING_SECONDS) * frameRate + 1e-6)

/** Start of the frame that is `count` frames away from the one on screen at `seconds`. */
export function stepShownFrame(seconds: number, count: number, frameRate: number): number {
  return frameBegin(frameAt(seconds, frameRate) + count, frameRate)
}

/** The beginning of the nearest frame. */
export function nearestFrame(seconds: number, frameRate: number): number {
  return frameBegin(Math.round(seconds * frameRate), frameRate)
}

/** Time to seek to for a frame: its middle, so that no rounding leads to a neighbour. */
const middleSecondsOf = (frame: number, frameRate: number): number => (Math.max(0, frame) + 0.5) / frameRate

/** Times to seek to for the first frame of a clip, the last frame of a clip, and the frame at the playhead. */
export const seekTimes = {
  start: (seconds: number, frameRate: number): number => middleSecondsOf(frameFrom(seconds, frameRate), frameRate),
  end: (seconds: number, frameRate: number): number => middleSecondsOf(frameFrom(seconds, frameRate) - 1, frameRate),
  playhead: (seconds: number, frameRate: number): number => middleSecondsOf(frameAt(seconds, frameRate), frameRate),
}
