import type { OwnDownload } from '@kerf/contract/user'
import { Badge } from '@kerf/ui/Badge'
import { BusyButton } from '@kerf/ui/BusyButton'
import { Button, buttonClass, IconButton } from '@kerf/ui/Button'
import { Collapsible, CollapsibleContent } from '@kerf/ui/Collapsible'
import { CloseIcon, DownloadIcon, RotateCcwIcon } from '@kerf/ui/icons/tool-icons'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { Receipt } from '../../controls/ClipReceipt.tsx'
import { JobState } from '../../controls/JobState.tsx'
import { SubtitleFiles } from '../../controls/SubtitleFiles.tsx'
import { JOB_BADGE_LOOKS, joinedTimes, rangeTimes } from '../../data/downloads/job-view.ts'
import { repeatAddress } from '../../data/downloads/trim-of-clip.ts'
import { calendarTime } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { roughSize } from '../../data/formatting/size.ts'
import { type DownloadActions, qualityName } from './use-download-actions.ts'

const words = dashboardWords.jobs

const loadFinishedClip = () => import('../../controls/clip/FinishedClip.tsx')

interface JobRowProps {
  download: OwnDownload
  actions: DownloadActions
  /** Whether the save button of this row is the primary action of the page. */
  isPrimary: boolean
}

export const jobRowId = ({ id }: Pick<OwnDownload, 'id'>): string => `job-${id}`

export function JobRow({ download, actions, isPrimary }: JobRowProps) {
  const { title, status, fileSize, createdAt, receipt } = download
  const { start, end, length } = rangeTimes(download)
  const rangesText = joinedTimes(download)
  const clipModule = useLoaded(loadFinishedClip, status === 'completed' ? 'clip' : null)
  return (
    <Collapsible>
      <li
        id={jobRowId(download)}
        tabIndex={-1}
        className="job bg-surface"
        aria-label={`${title}, ${qualityName(download)}`}
      >
        <div className="job-row">
          <div className="min-w-0">
            <p className="row-title text-lead/tight" title={title}>
              {title}
            </p>
            <p className="job-facts">
              <span>{qualityName(download)}</span>
              <span className="time">{rangesText ?? words.range(start, end)}</span>
              <span className="time">{length}</span>
              {fileSize !== null && <span className="time">{roughSize(fileSize)}</span>}
              <time dateTime={createdAt}>{calendarTime(createdAt, LOCALE)}</time>
            </p>
            <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small/[1.4] [&_.time]:text-[0.9em]">
              <Badge look={JOB_BADGE_LOOKS[status]}>{words.states[status]}</Badge>
              <JobState download={download} />
            </p>
            {status === 'completed' && <SubtitleFiles label={title} download={download} />}
          </div>
          <JobButtons download={download} actions={actions} isPrimary={isPrimary} />
          {status === 'completed' && clipModule && (
            <clipModule.FinishedClip
              download={download}
              name={`${title}, ${qualityName(download)}`}
              hasReceipt={receipt !== null}
            />
          )}
        </div>
        {status === 'completed' && receipt && (
          <CollapsibleContent className="receipt">
            <Receipt label={qualityName(download)} download={download} />
          </CollapsibleContent>
        )}
      </li>
    </Collapsible>
  )
}

function JobButtons({ download, actions, isPrimary }: JobRowProps) {
  const isBusy = actions.isBusy(download)
  const actionLabel = (action: string): string => words.named(action, download.title, qualityName(download))
  if (download.status === 'processing')
    return (
      <div className="joined w-60 items-center max-desk:w-auto max-desk:flex-wrap">
        <BusyButton
          className="flex-1"
          label={toolWords.downloads.processing}
          percent={download.progress}
          progressLabel={words.progress(download.title)}
        />
        <IconButton
          variant="paper"
          className="min-h-(--control)"
          label={actionLabel(words.cancel)}
          icon={<CloseIcon />}
          aria-disabled={isBusy || undefined}
          onClick={() => actions.cancel(download)}
        />
      </div>
    )
  const isCompleted = download.status === 'completed'
  return (
    <div className="flex items-center gap-2 max-desk:flex-wrap">
      {isCompleted && (
        <Button
          variant={isPrimary ? 'primary' : 'ink'}
          className="max-desk:flex-[1_1_140px]"
          aria-label={actionLabel(isBusy ? words.saving : words.save)}
          aria-disabled={isBusy || undefined}
          onClick={() => actions.save(download)}
        >
          <DownloadIcon />
          {isBusy ? words.saving : words.save}
        </Button>
      )}
      <div className="joined *:min-h-(--control) max-desk:flex-[1_1_240px] max-desk:*:flex-1">
        <Link
          href={repeatAddress(download)}
          className={buttonClass({ variant: 'paper', size: 'small' })}
          aria-label={actionLabel(words.repeat)}
        >
          <RotateCcwIcon />
          {words.repeat}
        </Link>
        <Button
          variant="paper"
          size="small"
          aria-label={actionLabel(words.remove)}
          aria-disabled={isBusy || undefined}
          onClick={() => actions.remove(download)}
        >
          {words.remove}
        </Button>
      </div>
    </div>
  )
}
