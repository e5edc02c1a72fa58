import type { OwnDownload } from '@kerf/contract/user'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { Badge } from '@kerf/ui/Badge'
import { Button, buttonClass } from '@kerf/ui/Button'
import { DownloadIcon, RotateCcwIcon } from '@kerf/ui/icons/tool-icons'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { batchWords } from '#messages/clips/batch.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { JobState } from '../../controls/JobState.tsx'
import { JOB_BADGE_LOOKS, joinedTimes, rangeTimes } from '../../data/downloads/job-view.ts'
import { saveClip } from '../../data/downloads/save-clip.ts'
import { repeatAddress } from '../../data/downloads/trim-of-clip.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { formatPercent } from '../../data/formatting/numbers.ts'
import { roughSize } from '../../data/formatting/size.ts'

const words = batchWords.status

interface BatchClipsProps {
  downloads: readonly OwnDownload[]
  /** Called when a clip does not exist any more. */
  onGone: () => void
}

/** State of each clip of a batch, in the order of their requests. */
export function BatchClips({ downloads, onGone }: BatchClipsProps) {
  return (
    <ol className="batch-rows rows" aria-label={words.clips}>
      {downloads.map((download, index) => (
        <BatchClip key={download.id} download={download} number={index + 1} onGone={onGone} />
      ))}
    </ol>
  )
}

interface BatchClipProps extends Pick<BatchClipsProps, 'onGone'> {
  download: OwnDownload
  number: number
}

function BatchClip({ download, number, onGone }: BatchClipProps) {
  const { title, status, quality, fileSize, progress } = download
  const { start, end, length } = rangeTimes(download)
  return (
    <li className="batch-row" aria-label={words.clip(number, title)}>
      <span className="time text-small text-ink-2" aria-hidden="true">
        {number}
      </span>
      <div className="batch-words">
        <p className="row-title" title={title}>
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
        <Badge look={JOB_BADGE_LOOKS[status]}>{dashboardWords.jobs.states[status]}</Badge>
        {status === 'processing' && (
          <span className="time" translate="no">
            {formatPercent(progress)}
          </span>
        )}
        {status !== 'completed' && <JobState download={download} />}
      </p>
      {status === 'completed' && <SaveClip download={download} onGone={onGone} />}
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

/** Button that saves one clip by itself, without the zip of the batch. */
function SaveClip({ download, onGone }: { download: OwnDownload; onGone: () => void }) {
  const { busy, run } = useOneAtATime()
  const { save, saving, named } = dashboardWords.jobs
  async function attempt(): Promise<void> {
    try {
      const { toast, gone } = await saveClip(download)
      toasts.show(toast)
      if (gone) onGone()
    } catch (error) {
      toasts.show({ title: batchWords.failed, text: failureSentence(error), tone: 'fault' })
    }
  }
  return (
    <Button
      variant="paper"
      size="small"
      aria-label={named(busy ? saving : save, download.title, QUALITIES[download.quality].label)}
      aria-disabled={busy || undefined}
      onClick={() => void run(attempt)}
    >
      <DownloadIcon />
      {busy ? saving : save}
    </Button>
  )
}
