export const QUEUE_CLASSES = ['paid', 'ordinary'] as const
export type QueueClass = (typeof QUEUE_CLASSES)[number]

/** Each job of an owner stands this far behind their one before it, so that a hundred of one keep nobody else waiting. */
export const SECONDS_BETWEEN_JOBS_OF_OWNER = 30
/** An ordinary job goes before a paid one that was requested this much later. */
export const ORDINARY_SECONDS_BEHIND = 60 * 60
/** However many jobs an owner has: none stands further behind their first, so that none waits for ever. */
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
