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
  const reportProgress = (stage: CutProgress['stage']) => {
    const doneSeconds = parts.reduce(
      (sum, { total, done, seconds }) => sum + Math.min(1, done / Math.max(1, total)) * seconds,
      0,
    )
    const done = Math.min(UNTIL_WRITTEN, wholeSeconds > 0 ? doneSeconds / wholeSeconds : 0)
    if (done > last) {
      last = done
      report({ done, stage })
    }
  }
  return {
    addFetched(bytes: number): void {
      work.bytes.done += bytes
      reportProgress('reading')
    },
    addFrame(): void {
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
