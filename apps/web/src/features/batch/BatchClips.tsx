import type { OwnDownload } from '@kerf/contract/user'
import { QUALITIES } from '@kerf/domain/quality'
import { Badge } from '@kerf/ui/Badge'
import { buttonClass } from '@kerf/ui/Button'
import { RotateCcwIcon } from '@kerf/ui/tool-icons'
import { Link } from 'wouter'
import { batchWords } from '#messages/batch.ts'
import { dashboardWords } from '#messages/dashboard.ts'
import { percentWords } from '../../formatting/figures.ts'
import { roughSize } from '../../formatting/size.ts'
import { JobState } from '../dashboard/JobState.tsx'
import { JOB_LOOKS, joinedTimes, rangeTimes, repeatAddress } from '../dashboard/job-view.ts'

const words = batchWords.status

/** What became of each clip of a batch, in the order in which they were asked for. */
export function BatchClips({ downloads }: { downloads: readonly OwnDownload[] }) {
  return (
    <ol className="batch-rows" aria-label={words.clips}>
      {downloads.map((download, place) => (
        <BatchClip key={download.id} download={download} number={place + 1} />
      ))}
    </ol>
  )
}

function BatchClip({ download, number }: { download: OwnDownload; number: number }) {
  const { title, status, quality, fileSize, progress } = download
  const { start, end, length } = rangeTimes(download)
  return (
    <li className="batch-row" aria-label={words.clip(number, title)}>
      <span className="batch-number time" aria-hidden="true">
        {number}
      </span>
      <div className="batch-words">
        <p className="batch-title" title={title}>
          {title}
        </p>
        <p className="batch-facts">
          <span>{QUALITIES[quality].label}</span>
          <span className="time">{joinedTimes(download) ?? dashboardWords.jobs.range(start, end)}</span>
          <span className="time">{length}</span>
          {fileSize !== null && <span className="time">{roughSize(fileSize)}</span>}
        </p>
      </div>
      <p className="batch-state">
        <Badge look={JOB_LOOKS[status]}>{dashboardWords.jobs.states[status]}</Badge>
        {status === 'processing' && <span className="time">{percentWords(progress)}</span>}
        {status !== 'completed' && <JobState download={download} />}
      </p>
      {(status === 'failed' || status === 'expired' || status === 'cancelled') && (
        <Link
          href={repeatAddress(download)}
          className={buttonClass({ variant: 'paper', size: 'small' })}
          aria-label={words.againNamed(title)}
        >
          <RotateCcwIcon />
          {words.again}
        </Link>
      )}
    </li>
  )
}
