import type { ClipRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CutProgress } from '../../ports/media.ts'

/** Rows are written this often at most: a status is polled once a second. */
const WRITE_EVERY_MILLISECONDS = 400
/** The cut is nearly all of the bar: finding the video comes before it, checking and publishing after it. */
const CUT_FROM_PERCENT = 5
const CUT_TO_PERCENT = 98

type ProgressChange = Partial<Pick<ClipRecord, 'stage' | 'progress' | 'etaSeconds'>>

/** Turns the engine's progress into the clip's percent and time left, written now and then, never backwards. */
export function clipProgress(clock: Clock, write: (change: ProgressChange) => Promise<unknown>) {
  /** Where the work itself begins: how long the source took to answer says nothing about it. */
  let first: { at: number; done: number } | undefined
  let lastWriteAt = 0
  let highest = 0
  let writing: Promise<unknown> = Promise.resolve()
  return {
    report({ done, stage }: CutProgress): void {
      const now = clock.now().getTime()
      highest = Math.max(highest, Math.min(1, done))
      first ??= { at: now, done: highest }
      // A clock that was set back is no reason to fall silent.
      if (Math.abs(now - lastWriteAt) < WRITE_EVERY_MILLISECONDS) return
      lastWriteAt = now
      const progress = Math.round(CUT_FROM_PERCENT + highest * (CUT_TO_PERCENT - CUT_FROM_PERCENT))
      const change = { stage, progress, etaSeconds: secondsLeft(now - first.at, shareSince(first.done, highest)) }
      // One write at a time; a failed one is no reason to stop cutting, the next one brings the newer value.
      writing = writing.then(() => write(change)).catch(() => undefined)
    },
    /** Waits for the last write, so that none arrives after the clip has been completed. */
    settle: (): Promise<unknown> => writing,
  }
}

/** The share of what was left to do, 0..1, that has been done since. */
const shareSince = (before: number, done: number): number => (before < 1 ? (done - before) / (1 - before) : 1)

/** null until enough is done to tell. */
export function secondsLeft(elapsedMilliseconds: number, done: number): number | null {
  if (done < 0.05) return null
  return Math.max(1, Math.round(((elapsedMilliseconds / done) * (1 - done)) / 1000))
}
