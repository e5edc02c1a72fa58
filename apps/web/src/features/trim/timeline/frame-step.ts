import { TYPED_TIME_TOLERANCE_SECONDS } from '@kerf/cutter/api/time-range'

/** Frames per second where the source does not give its frame rate. */
export const ASSUMED_FRAME_RATE = 30

/** Start of a frame in seconds, rounded down to the millisecond, so that a clip from this time includes the frame. */
export const frameBegin = (frame: number, frameRate: number): number =>
  Math.max(0, Math.floor((frame / frameRate) * 1000 + 1e-6) / 1000)

/** Index of the first frame of a clip that starts at `seconds`. */
export const frameFrom = (seconds: number, frameRate: number): number =>
  Math.ceil((seconds - TYPED_TIME_TOLERANCE_SECONDS) * frameRate - 1e-6)

/**
 * Start of the frame that is `count` frames away from the first frame at or after `seconds`. A clip that starts at
 * `seconds` begins with that first frame; a clip that ends at `seconds` excludes it.
 */
export function stepFrames(seconds: number, count: number, frameRate: number): number {
  return frameBegin(frameFrom(seconds, frameRate) + count, frameRate)
}
