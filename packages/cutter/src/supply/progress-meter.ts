import type { PlanFacts } from '../api/cut-plan.ts'
import type { CutProgress } from '../api/receipt.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'

/** How long each kind of work takes, roughly, in seconds; only their proportions matter. */
const SECONDS_PER_BYTE = 1 / 6e6
const SECONDS_PER_ENCODED_PIXEL = 1 / 150e6
const SECONDS_PER_SECOND_OF_AUDIO = 1 / 60
/** Never done before the file is. */
const UNTIL_WRITTEN = 0.99

export type CutProgressMeter = ReturnType<typeof cutProgressMeter>

/** Adds up what a cut has done to one number that never falls. */
export function cutProgressMeter(plan: PlanFacts, report: (progress: CutProgress) => void = () => {}) {
  const neededBytes = plan.neededBytes ?? 0
  // Of VP8, VP9 and AV1 the copied frames are counted, too: which they are is seen as they come.
  const isCounted = plan.way === 'smart' && isNativeCodec(plan.video?.codec ?? '')
  const counted = plan.video?.pieces.filter(({ how }) => isCounted || how === 'encode') ?? []
  const frames = counted.reduce((sum, piece) => sum + piece.frames, 0)
  const pixels = frames * (plan.video?.width ?? 0) * (plan.video?.height ?? 0)
  const audioSeconds = plan.audio?.how === 'encoded' ? plan.clip.durationSeconds : 0
  const work = {
    bytes: { total: neededBytes, done: 0, seconds: neededBytes * SECONDS_PER_BYTE },
    frames: { total: frames, done: 0, seconds: pixels * SECONDS_PER_ENCODED_PIXEL },
    audio: { total: 1, done: 0, seconds: audioSeconds * SECONDS_PER_SECOND_OF_AUDIO },
  }
  const parts = Object.values(work)
  const wholeSeconds = parts.reduce((sum, { seconds }) => sum + seconds, 0)
  let last = 0
  /** Of a cut in passes: where the one under way began, how much of the whole it is, and how many frames it has seen. */
  let pass: { from: number; share: number; frames: number } | null = null
  const reportProgress = (stage: CutProgress['stage']) => {
    const doneSeconds = parts.reduce(
      (sum, { total, done, seconds }) => sum + Math.min(1, done / Math.max(1, total)) * seconds,
      0,
    )
    const once = wholeSeconds > 0 ? doneSeconds / wholeSeconds : 0
    const inPasses = pass && pass.from + pass.share * Math.min(1, pass.frames / Math.max(1, frames))
    const done = Math.min(UNTIL_WRITTEN, inPasses ?? once)
    last = Math.max(last, done)
    // Said even if it is no more: whoever says nothing for long is taken for stuck, and the last of many passes take long.
    report({ done: last, stage })
  }
  return {
    addFetched(bytes: number): void {
      work.bytes.done += bytes
      reportProgress('reading')
    },
    /** The frames are gone through once more, which takes this share of what is left. */
    beginPass(ofRest: number): void {
      pass = { from: last, share: ofRest * (1 - last), frames: 0 }
    },
    addFrame(): void {
      if (pass) pass.frames += 1
      work.frames.done += 1
      reportProgress('encoding')
    },
    /** @param share of the audio that is ready, 0..1 */
    addAudio(share: number): void {
      work.audio.done = share
      reportProgress('encoding')
    },
    finish(): void {
      last = 1
      report({ done: 1, stage: 'writing' })
    },
  }
}
