export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const JOB_FILTERS = ['all', ...JOB_STATUSES] as const
export type JobFilter = (typeof JOB_FILTERS)[number]

/** Priorities of a job. Jobs of paying viewers come first. */
export const JOB_PRIORITIES = ['standard', 'high'] as const

export type JobAction = 'retry' | 'cancel' | 'view'

/** Whether a failed job can be retried. `cut_again`: a newer clip of the same request waits, runs or is finished. */
export const JOB_RETRIES = ['possible', 'cut_again'] as const
type JobRetry = (typeof JOB_RETRIES)[number]

/** The action that an admin has for a job; null for a completed one without a file, or one that cannot be retried. */
export function jobAction(job: {
  status: JobStatus
  fileSize: number | null
  retry: JobRetry | null
}): JobAction | null {
  if (job.status === 'failed') return job.retry === 'possible' ? 'retry' : null
  if (job.status === 'queued' || job.status === 'processing') return 'cancel'
  return job.status === 'completed' && (job.fileSize ?? 0) > 0 ? 'view' : null
}
