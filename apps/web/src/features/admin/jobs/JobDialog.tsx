import type { AdminJob } from '@kerf/contract/admin-jobs'
import { readJobFile } from '@kerf/contract/admin-jobs'
import { pathFor } from '@kerf/contract/client'
import { formatTimecode } from '@kerf/domain/timecode'
import { Button, buttonClass } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { ExternalLinkIcon } from '@kerf/ui/list-icons'
import { adminWords } from '#messages/admin.ts'
import { roughSize } from '../../../formatting/size.ts'
import { instantWords } from '../figures.ts'
import { jobName, jobOwner } from './job-name.ts'

const words = adminWords.jobs
const details = words.details

/** What a finished job has made. Its file is one step further: it is somebody else's. */
export function JobDialog({ job, onClose }: { job: AdminJob; onClose: () => void }) {
  const time = (seconds: number): string => formatTimecode(seconds, 3)
  const lines: readonly (readonly [name: string, value: string, kind: 'words' | 'time'])[] = [
    [details.for, jobOwner(job), 'words'],
    [details.range, `${time(job.startTime)} – ${time(job.endTime)}`, 'time'],
    [details.size, roughSize(job.fileSize ?? 0), 'time'],
    [details.priority, words.priorities[job.priority], 'words'],
    [details.created, instantWords(job.createdAt), 'words'],
    ...(job.startedAt ? [[details.started, instantWords(job.startedAt), 'words'] as const] : []),
    ...(job.completedAt ? [[details.finished, instantWords(job.completedAt), 'words'] as const] : []),
    [details.id, job.id, 'time'],
  ]
  return (
    <Dialog title={jobName(job)} text={job.videoTitle} onDismiss={onClose}>
      <dl className="detail-lines">
        {lines.map(([name, value, kind]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={kind === 'time' ? 'time' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="dialog-note">{details.note}</p>
      <div className="dialog-buttons">
        <Button variant="quiet" onClick={onClose}>
          {adminWords.close}
        </Button>
        <a className={buttonClass({})} href={pathFor(readJobFile, { id: job.id })} target="_blank" rel="noopener">
          {details.open}
          <ExternalLinkIcon />
        </a>
      </div>
    </Dialog>
  )
}
