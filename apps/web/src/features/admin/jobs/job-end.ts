import type { AdminJob } from '@kerf/contract/admin-jobs'

type Ended = Pick<AdminJob, 'status' | 'code' | 'completedAt'>

/** Ended because what it is made of was blocked: nothing went wrong. */
export const isBlocked = ({ status, code }: Pick<Ended, 'status' | 'code'>): boolean =>
  status === 'failed' && code === 'link_blocked'

/** Finished, and its clip deleted when what it is made of was blocked. */
export const isRemoved = (job: Ended): boolean => isBlocked(job) && job.completedAt !== null

/** What its `endedAt` is the moment of. */
export function endOf(job: Pick<Ended, 'status' | 'code'>): 'blocked' | 'cancelled' | 'failed' {
  if (isBlocked(job)) return 'blocked'
  return job.status === 'cancelled' ? 'cancelled' : 'failed'
}
