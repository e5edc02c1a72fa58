import type { AdminJob } from '@kerf/contract/admin-jobs'
import { clipLabel } from '@kerf/domain/formats/clip-format'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { adminWords } from '#messages/admin.ts'

/**
 * Name of a job, such as `1080p (HD), MP4`. A format that is not the usual one of its quality has its own name: `GIF`,
 * `PNG, 720p`.
 */
export function jobName({ quality, format }: Pick<AdminJob, 'quality' | 'format'>): string {
  const label = clipLabel({ quality, format })
  return format === QUALITIES[quality].format ? adminWords.jobs.name(label, format.toUpperCase()) : label
}

/** Name of the account that owns a job, or words for a stranger. */
export function jobOwner({ userName }: Pick<AdminJob, 'userName'>): string {
  return userName ?? adminWords.jobs.anonymous
}

type JobEnd = Pick<AdminJob, 'status' | 'code' | 'completedAt'>

/** Whether a job ended because its link was blocked, and not by a fault. */
export const isBlocked = ({ status, code }: Pick<JobEnd, 'status' | 'code'>): boolean =>
  status === 'failed' && code === 'link_blocked'

/** Whether the clip of a finished job was deleted because its link was blocked. */
export const isRemoved = (job: JobEnd): boolean => isBlocked(job) && job.completedAt !== null

/** Outcome of a job that made no clip, or whose clip was removed. */
export function jobEndOf(job: Pick<JobEnd, 'status' | 'code'>): 'blocked' | 'cancelled' | 'failed' {
  if (isBlocked(job)) return 'blocked'
  return job.status === 'cancelled' ? 'cancelled' : 'failed'
}
