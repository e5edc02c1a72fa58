import type { ErrorCode } from '../errors/error-codes.ts'

export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const JOB_FILTERS = ['all', ...JOB_STATUSES] as const
export type JobFilter = (typeof JOB_FILTERS)[number]

/** Paying viewers' jobs go first. */
export const JOB_PRIORITIES = ['standard', 'high'] as const

export type JobAction = 'retry' | 'cancel' | 'view'

/** null for nothing: completed without a file, or blocked. */
export function jobAction(job: {
  status: JobStatus
  fileSize: number | null
  code?: ErrorCode | undefined
}): JobAction | null {
  if (job.status === 'failed') return job.code === 'link_blocked' ? null : 'retry'
  if (job.status === 'queued' || job.status === 'processing') return 'cancel'
  return job.status === 'completed' && (job.fileSize ?? 0) > 0 ? 'view' : null
}
