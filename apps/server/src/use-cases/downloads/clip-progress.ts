import type { ClipRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CutProgress } from '../../ports/media.ts'

/** Minimum interval between two writes of the progress. Pages poll the status once a second. */
const WRITE_INTERVAL_MILLISECONDS = 400
/** The cut's part of the progress bar. Resolving comes before it, checking and publishing after it. */
const CUT_FROM_PERCENT = 5
const CUT_TO_PERCENT = 98

type ProgressChange = Partial<Pick<ClipRecord, 'stage' | 'progress' | 'etaSeconds'>>

/**
 * Converts the engine's progress into the clip's percent and remaining seconds, and writes them at intervals. Percent
 * never falls.
 */
export function clipProgress(clock: Clock, write: (change: ProgressChange) => Promise<unknown>) {
  /** First report of the work. The remaining time is estimated from here, without the wait for the source. */
  let firstReport: { at: number; done: number } | undefined
  let lastWriteAt = 0
  let highestShare = 0
  let writing: Promise<unknown> = Promise.resolve()
  return {
    report({ done, stage }: CutProgress): void {
      const now = clock.now().getTime()
      highestShare = Math.max(highestShare, Math.min(1, done))
      firstReport ??= { at: now, done: highestShare }
      // The absolute difference also allows writes after the clock was set back.
      if (Math.abs(now - lastWriteAt) < WRITE_INTERVAL_MILLISECONDS) return
      lastWriteAt = now
      const progress = Math.round(CUT_FROM_PERCENT + highestShare * (CUT_TO_PERCENT - CUT_FROM_PERCENT))
      const change = {
        stage,
        progress,
        etaSeconds: secondsLeft(now - firstReport.at, shareSince(firstReport.done, highestShare)),
      }
      // Writes run one at a time. A failed write is ignored, because the next one has a newer value.
      writing = writing.then(() => write(change)).catch(() => undefined)
    },
    /** Waits for the last write, so that none arrives after the clip has been completed. */
    settle: (): Promise<unknown> => writing,
  }
}

/** Share (0..1) of the work that remained at `start` and is done by now. */
const shareSince = (start: number, done: number): number => (start < 1 ? (done - start) / (1 - start) : 1)

/** Estimates the remaining seconds; null until 5 % of the work is done. */
export function secondsLeft(elapsedMilliseconds: number, done: number): number | null {
  if (done < 0.05) return null
  return Math.max(1, Math.round(((elapsedMilliseconds / done) * (1 - done)) / 1000))
}
