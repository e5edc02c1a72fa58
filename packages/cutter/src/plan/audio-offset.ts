import type { ClipAudio, ClipFrames } from './cut-task.ts'

/**
 * How much later than the frames the audio is, in seconds: at the joint where it is off most, be it to either side.
 * Rounding to whole samples is all there is.
 */
export function worstAudioOffsetSeconds(video: ClipFrames, audio: ClipAudio): number {
  let framesAt = 0
  let audioAt = 0
  let worst = 0
  let range = 0
  for (const { window } of video.parts) {
    const { timescale, firstTick, endTick } = window
    if (window.isContinued) {
      framesAt += (endTick - firstTick) / timescale
      continue
    }
    const { fromSample, toSample, sampleRate } = audio.parts[range++]!
    const offset = fromSample / sampleRate - audioAt - (firstTick / timescale - framesAt)
    worst = Math.abs(offset) > Math.abs(worst) ? offset : worst
    framesAt += (endTick - firstTick) / timescale
    audioAt += (toSample - fromSample) / sampleRate
  }
  return worst
}
