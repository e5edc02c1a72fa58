import { TYPED_TIME_TOLERANCE_SECONDS } from '@kerf/domain/ranges/typed-time'

/** What a step of one frame means where the source does not say how many frames a second it has. */
export const ASSUMED_FRAME_RATE = 30

/** When a frame begins, rounded down to the millisecond, so that the frame itself, which may begin between two, is never lost. */
export const frameBegin = (frame: number, frameRate: number): number =>
  Math.max(0, Math.floor((frame / frameRate) * 1000 + 1e-6) / 1000)

/** The first frame of a clip that starts here. */
export const frameFrom = (seconds: number, frameRate: number): number =>
  Math.ceil((seconds - TYPED_TIME_TOLERANCE_SECONDS) * frameRate - 1e-6)

/**
 * The time `count` frames away from the first frame at or after `seconds`, which is the one that a clip from there on begins
 * with (and a clip up to there leaves out): a clip holds the frames from start on, and none from end on.
 */
export function stepFrames(seconds: number, count: number, frameRate: number): number {
  return frameBegin(frameFrom(seconds, frameRate) + count, frameRate)
}
