import type { AdminJob } from '@kerf/contract/admin-jobs'
import { clipLabel } from '@kerf/domain/formats/clip-format'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { adminWords } from '#messages/admin.ts'

/** `1080p (HD), MP4`, and what is not of the grid by its own name: `GIF`, `PNG, 720p` */
export function jobName({ quality, format }: Pick<AdminJob, 'quality' | 'format'>): string {
  const label = clipLabel({ quality, format })
  return format === QUALITIES[quality].format ? adminWords.jobs.name(label, format.toUpperCase()) : label
}

/** Whose it is: the account's name, or that there is none. */
export function jobOwner({ userName }: Pick<AdminJob, 'userName'>): string {
  return userName ?? adminWords.jobs.anonymous
}

type Ended = Pick<AdminJob, 'status' | 'code' | 'completedAt'>

/** Ended because what it is made of was blocked: nothing went wrong. */
export const isBlocked = ({ status, code }: Pick<Ended, 'status' | 'code'>): boolean =>
  status === 'failed' && code === 'link_blocked'

/** Finished, and its clip deleted when what it is made of was blocked. */
export const isRemoved = (job: Ended): boolean => isBlocked(job) && job.completedAt !== null

/** What its `endedAt` is the time of. */
export function endOf(job: Pick<Ended, 'status' | 'code'>): 'blocked' | 'cancelled' | 'failed' {
  if (isBlocked(job)) return 'blocked'
  return job.status === 'cancelled' ? 'cancelled' : 'failed'
}
