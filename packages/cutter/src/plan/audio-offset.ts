import type { ClipPictures, ClipSound } from './cut-task.ts'

/**
 * How much later than the pictures the sound is, in seconds: at the joint where it is off most, be it to either side.
 * Rounding to whole samples is all there is.
 */
export function worstSoundOffsetSeconds(video: ClipPictures, sound: ClipSound): number {
  let picturesAt = 0
  let soundAt = 0
  let worst = 0
  let range = 0
  for (const { window } of video.parts) {
    const { timescale, firstTick, endTick } = window
    if (window.isContinued) {
      picturesAt += (endTick - firstTick) / timescale
      continue
    }
    const { fromSample, toSample, sampleRate } = sound.parts[range++]!
    const offset = fromSample / sampleRate - soundAt - (firstTick / timescale - picturesAt)
    worst = Math.abs(offset) > Math.abs(worst) ? offset : worst
    picturesAt += (endTick - firstTick) / timescale
    soundAt += (toSample - fromSample) / sampleRate
  }
  return worst
}
