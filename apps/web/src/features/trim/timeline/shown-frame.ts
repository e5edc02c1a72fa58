import { frameBegin, frameFrom } from './frame-step.ts'

/** Times are shown in whole milliseconds, rounded down: a frame may seem to begin up to one before it does. */
const ROUNDING_SECONDS = 0.001

/** The frame on screen. */
const frameAt = (seconds: number, frameRate: number): number =>
  Math.floor((seconds + ROUNDING_SECONDS) * frameRate + 1e-6)

/** The time `count` frames away from the one that is on screen at `seconds`. */
export function stepShownFrame(seconds: number, count: number, frameRate: number): number {
  return frameBegin(frameAt(seconds, frameRate) + count, frameRate)
}

/** The beginning of the nearest frame. */
export function nearestFrame(seconds: number, frameRate: number): number {
  return frameBegin(Math.round(seconds * frameRate), frameRate)
}

/** Where to look for a frame in the video itself: its middle, which no rounding can take for a neighbour. */
const middleOf = (frame: number, frameRate: number): number => (Math.max(0, frame) + 0.5) / frameRate

/** The first frame of a clip that starts here, the last one of a clip that ends here, and what is on screen here. */
export const lookAt = {
  start: (seconds: number, frameRate: number): number => middleOf(frameFrom(seconds, frameRate), frameRate),
  end: (seconds: number, frameRate: number): number => middleOf(frameFrom(seconds, frameRate) - 1, frameRate),
  playhead: (seconds: number, frameRate: number): number => middleOf(frameAt(seconds, frameRate), frameRate),
}
