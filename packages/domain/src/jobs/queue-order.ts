export const QUEUE_CLASSES = ['paid', 'ordinary'] as const
export type QueueClass = (typeof QUEUE_CLASSES)[number]

/** Seconds between the due times of two jobs of one owner, so that many jobs of one owner do not block others. */
export const SECONDS_BETWEEN_JOBS_OF_OWNER = 30
/** Time by which an ordinary job is due later than a paid one. */
export const ORDINARY_DELAY_SECONDS = 60 * 60
/** Maximum delay of a job by earlier jobs of the same owner, in seconds, so that no job waits forever. */
export const MAX_SECONDS_BEHIND_OWN_FIRST = 60 * 60

/**
 * Due time of a job that joins the queue now, in seconds. Workers take the earliest due time first. It follows from the
 * plan, the owner's recent jobs and the age. Only `hasten` makes it earlier, so joining writes one row and moves no
 * other.
 * @param lastDueOfOwner latest due time of the owner's jobs of this class that wait, run or have run; null without any
 */
export function dueTime(kind: QueueClass, now: number, lastDueOfOwner: number | null): number {
  const earliestDue = kind === 'paid' ? now : now + ORDINARY_DELAY_SECONDS
  if (lastDueOfOwner === null) return earliestDue
  const nextDue = lastDueOfOwner + SECONDS_BETWEEN_JOBS_OF_OWNER
  return Math.min(Math.max(earliestDue, nextDue), earliestDue + MAX_SECONDS_BEHIND_OWN_FIRST)
}
