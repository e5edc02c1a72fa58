import type { AdminJob } from '@kerf/contract/admin-jobs'
import type { CSSProperties } from 'react'
import { adminWords } from '#messages/admin.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { formatNumber } from '../formatting.ts'
import { isRemoved, jobName } from './job-name.ts'

const words = adminWords.jobs

/** How far the job is, and in words what that has come to. */
export function JobProgress({ job }: { job: AdminJob }) {
  const percent = Math.round(job.progress)
  if (isRemoved(job))
    return (
      <div className="job-progress">
        <small className="mt-1">{words.removed}</small>
      </div>
    )
  return (
    <div className="job-progress">
      <div
        className="job-bar"
        role="progressbar"
        aria-label={words.progress(jobName(job))}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-live={job.status === 'processing' || undefined}
        style={{ '--progress': `${percent}%` } as CSSProperties}
      >
        <i />
      </div>
      <JobOutcome job={job} percent={percent} />
    </div>
  )
}

function JobOutcome({ job, percent }: { job: AdminJob; percent: number }) {
  if (job.status === 'failed') {
    const reason = job.code ? errorSentences[job.code] : job.error
    return <small className="mt-1 text-fault">{reason ?? words.statuses.failed}</small>
  }
  if (job.status === 'queued') return <small className="mt-1">{words.waiting}</small>
  if (job.fileSize !== null && job.fileSize > 0)
    return (
      <small className="mt-1">
        <span className="time">{roughSize(job.fileSize)}</span>
      </small>
    )
  return (
    <small className="mt-1">
      <span className="time">{formatNumber(percent)}%</span>
    </small>
  )
}
