/** What a step of one frame means where the source does not say how many frames a second it has. */
export const ASSUMED_FRAME_RATE = 30

/**
 * The moment `count` frames away from the first frame at or after `seconds`, which is the one that a clip from there on begins
 * with (and a clip up to there leaves out). Rounded down to the millisecond, so that the frame
 * itself, which may begin between two milliseconds, is never lost: a clip holds the frames from start on, and none from end on.
 */
export function stepFrames(seconds: number, count: number, frameRate: number): number {
  const frame = Math.ceil(seconds * frameRate - 1e-6) + count
  return Math.max(0, Math.floor((frame / frameRate) * 1000 + 1e-6) / 1000)
}
