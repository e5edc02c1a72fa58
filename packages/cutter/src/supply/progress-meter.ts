import type { PlanFacts } from '../api/cut-plan.ts'
import type { CutProgress } from '../api/receipt.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'

/** Approximate time of each kind of work, in seconds. Only the proportions matter. */
const SECONDS_PER_BYTE = 1 / 6e6
const SECONDS_PER_ENCODED_PIXEL = 1 / 150e6
const SECONDS_PER_SECOND_OF_AUDIO = 1 / 60
/** Highest progress before the file is complete. */
const MAX_UNFINISHED = 0.99

export type CutProgressMeter = ReturnType<typeof cutProgressMeter>

/** Combines all work of a cut into one progress value that never falls. */
export function cutProgressMeter(plan: PlanFacts, report: (progress: CutProgress) => void = () => {}) {
  const neededBytes = plan.neededBytes ?? 0
  // For VP8, VP9 and AV1 copied frames count, too, because only the cut itself finds out which frames are copied.
  const areCopiesCounted = plan.way === 'smart' && isNativeCodec(plan.video?.codec ?? '')
  const countedRuns = plan.video?.pieces.filter(({ how }) => areCopiesCounted || how === 'encode') ?? []
  const frames = countedRuns.reduce((sum, run) => sum + run.frames, 0)
  const pixels = frames * (plan.video?.width ?? 0) * (plan.video?.height ?? 0)
  const audioSeconds = plan.audio?.how === 'encoded' ? plan.clip.durationSeconds : 0
  const work = {
    bytes: { total: neededBytes, done: 0, seconds: neededBytes * SECONDS_PER_BYTE },
    frames: { total: frames, done: 0, seconds: pixels * SECONDS_PER_ENCODED_PIXEL },
    audio: { total: 1, done: 0, seconds: audioSeconds * SECONDS_PER_SECOND_OF_AUDIO },
  }
  const parts = Object.values(work)
  const wholeSeconds = parts.reduce((sum, { seconds }) => sum + seconds, 0)
  let lastDone = 0
  /** Current pass of a cut in passes: progress at its start, its share of the whole, and its processed frames. */
  let pass: { from: number; share: number; frames: number } | null = null
  const reportProgress = (stage: CutProgress['stage']) => {
    const doneSeconds = parts.reduce(
      (sum, { total, done, seconds }) => sum + Math.min(1, done / Math.max(1, total)) * seconds,
      0,
    )
    const workShare = wholeSeconds > 0 ? doneSeconds / wholeSeconds : 0
    const passProgress = pass && pass.from + pass.share * Math.min(1, pass.frames / Math.max(1, frames))
    const done = Math.min(MAX_UNFINISHED, passProgress ?? workShare)
    lastDone = Math.max(lastDone, done)
    // Unchanged progress is reported, too, because a cut without reports is taken for stuck.
    report({ done: lastDone, stage })
  }
  return {
    addFetched(bytes: number): void {
      work.bytes.done += bytes
      reportProgress('reading')
    },
    /** Starts a pass over all frames. @param remainingShare share of the remaining progress that the pass takes */
    beginPass(remainingShare: number): void {
      pass = { from: lastDone, share: remainingShare * (1 - lastDone), frames: 0 }
    },
    addFrame(): void {
      if (pass) pass.frames += 1
      work.frames.done += 1
      reportProgress('encoding')
    },
    /** @param share completed share of the audio, from 0 to 1 */
    addAudio(share: number): void {
      work.audio.done = share
      reportProgress('encoding')
    },
    finish(): void {
      lastDone = 1
      report({ done: 1, stage: 'writing' })
    },
  }
}
