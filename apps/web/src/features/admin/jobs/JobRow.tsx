import type { AdminJob } from '@kerf/contract/admin-jobs'
import { type JobStatus, jobAction } from '@kerf/domain/jobs/admin-job'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import type { CSSProperties } from 'react'
import { adminWords } from '#messages/admin.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { formatNumber, formatTimestamp } from '../formatting.ts'
import { RowButton } from '../lists/RowButton.tsx'
import { isBlocked, isRemoved, jobEndOf, jobName, jobOwner } from './job-name.ts'
import type { JobActions } from './use-job-actions.ts'

interface JobRowProps {
  job: AdminJob
  actions: JobActions
  onView: () => void
}

const words = adminWords.jobs
const BADGE_LOOKS: Readonly<Record<JobStatus, BadgeLook>> = {
  queued: 'plain',
  processing: 'solid',
  completed: 'good',
  failed: 'fault',
  cancelled: 'dashed',
  expired: 'dashed',
}

export function JobRow({ job, actions, onView }: JobRowProps) {
  const isRunning = actions.isRunning(job)
  return (
    <tr aria-busy={isRunning}>
      <Cell>
        <b className="block truncate" dir="auto" title={job.videoTitle}>
          {job.videoTitle}
        </b>
        <small>{jobName(job)}</small>
        <small className="truncate text-tick time" title={job.id}>
          {job.id}
        </small>
      </Cell>
      <Cell label={words.columns.for}>
        <span dir="auto">{jobOwner(job)}</span>
        <small>{words.priorities[job.priority]}</small>
      </Cell>
      <Cell label={words.columns.progress}>
        <JobProgress job={job} />
      </Cell>
      <Cell label={words.columns.times}>
        <JobTimes job={job} />
      </Cell>
      <Cell label={words.columns.status}>
        {isBlocked(job) ? (
          <Badge look="dashed">{words.blocked}</Badge>
        ) : (
          <Badge look={BADGE_LOOKS[job.status]}>{words.statuses[job.status]}</Badge>
        )}
      </Cell>
      <Cell>
        <div className="grid justify-items-end gap-1">
          <JobButton job={job} isRunning={isRunning} actions={actions} onView={onView} />
          {jobAction(job) !== 'view' && (
            <button
              type="button"
              className="min-h-(--touch) px-3 text-small text-ink-2 underline underline-offset-[3px] hover:text-ink"
              aria-label={words.action(words.moreAbout, jobName(job), jobOwner(job))}
              onClick={onView}
            >
              {words.moreAbout}
            </button>
          )}
        </div>
      </Cell>
    </tr>
  )
}

function JobTimes({ job }: { job: AdminJob }) {
  return (
    <div>
      <small>{words.created(formatTimestamp(job.createdAt))}</small>
      {job.startedAt && <small>{words.started(formatTimestamp(job.startedAt))}</small>}
      {job.completedAt && <small>{words.finished(formatTimestamp(job.completedAt))}</small>}
      {job.endedAt && <small>{words.ended[jobEndOf(job)](formatTimestamp(job.endedAt))}</small>}
    </div>
  )
}

function JobButton({ job, isRunning, actions, onView }: JobRowProps & { isRunning: boolean }) {
  const action = jobAction(job)
  if (action === null) return null
  const onPress = { retry: () => actions.retry(job), cancel: () => actions.cancel(job), view: onView }[action]
  return (
    <RowButton label={words.action(words[action], jobName(job), jobOwner(job))} running={isRunning} onPress={onPress}>
      {words[action]}
    </RowButton>
  )
}

/** Progress of a job as a bar, and its outcome in words. */
function JobProgress({ job }: { job: AdminJob }) {
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
        className="job-bar relative h-3.5 bg-surface-2 max-[1000px]:mt-1"
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
    return (
      <>
        <small className="mt-1 text-fault">{reason ?? words.statuses.failed}</small>
        {job.retry === 'cut_again' && <small>{words.cutAgain}</small>}
      </>
    )
  }
  if (job.status === 'queued') return <small className="mt-1">{words.waiting}</small>
  return (
    <small className="mt-1">
      <span className="time">{job.fileSize ? roughSize(job.fileSize) : `${formatNumber(percent)}%`}</span>
    </small>
  )
}
