export const QUEUE_CLASSES = ['paid', 'ordinary'] as const
export type QueueClass = (typeof QUEUE_CLASSES)[number]

/** Each job of an owner is queued this far behind their previous one, so that a hundred jobs of one owner block nobody else. */
export const SECONDS_BETWEEN_JOBS_OF_OWNER = 30
/** An ordinary job goes before a paid one that was requested this much later. */
export const ORDINARY_SECONDS_BEHIND = 60 * 60
/** The most that any job of an owner is queued behind their first, so that none waits forever. */
export const MOST_SECONDS_BEHIND_OWN_FIRST = 60 * 60

/**
 * When a job that joins the queue now is due, in seconds. The job that is due first is taken first: by plan, then by how many
 * jobs the owner has had in the last minutes, then by age. A due time is given once and never changes, so that joining writes one
 * row, and nothing has to be moved when others come, are cancelled or are tried again.
 * @param lastDueOfOwner the latest due time of the owner's jobs of this class that wait, run or have run; null without any
 */
export function dueTime(kind: QueueClass, now: number, lastDueOfOwner: number | null): number {
  const first = kind === 'paid' ? now : now + ORDINARY_SECONDS_BEHIND
  if (lastDueOfOwner === null) return first
  const next = lastDueOfOwner + SECONDS_BETWEEN_JOBS_OF_OWNER
  return Math.min(Math.max(first, next), first + MOST_SECONDS_BEHIND_OWN_FIRST)
}
