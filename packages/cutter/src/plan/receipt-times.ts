import type { CutReceipt } from '../api/receipt.ts'
import type { ClipAudio, ClipFrames } from './cut-task.ts'

/** @param audio null when the clip has none */
export function receiptTimes(
  video: ClipFrames,
  audio: ClipAudio | null,
): Pick<CutReceipt, 'firstFrameSeconds' | 'lastFrameSeconds' | 'soundOffsetMilliseconds'> {
  const first = video.parts[0]!.window
  const last = video.parts.at(-1)!.window
  return {
    firstFrameSeconds: first.firstTick / first.timescale,
    lastFrameSeconds: last.lastTick / last.timescale,
    soundOffsetMilliseconds: audio && worstAudioOffsetSeconds(video, audio) * 1000,
  }
}

/** How much later than the frames the audio is, at the joint where it is off most, in either direction. */
function worstAudioOffsetSeconds(video: ClipFrames, audio: ClipAudio): number {
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
