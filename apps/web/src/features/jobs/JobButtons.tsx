import type { OwnDownload } from '@kerf/contract/user'
import { BusyButton } from '@kerf/ui/BusyButton'
import { Button, buttonClass } from '@kerf/ui/Button'
import { IconButton } from '@kerf/ui/IconButton'
import { CloseIcon, DownloadIcon, RotateCcwIcon } from '@kerf/ui/tool-icons'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/dashboard.ts'
import { toolWords } from '#messages/tool.ts'
import { repeatAddress } from '../../data/downloads/job-view.ts'
import { type JobActions, qualityName } from './use-job-actions.ts'

const words = dashboardWords.jobs

interface JobButtonsProps {
  download: OwnDownload
  actions: JobActions
  isNext: boolean
}

export function JobButtons({ download, actions, isNext }: JobButtonsProps) {
  const busy = actions.isBusy(download)
  const named = (action: string): string => words.named(action, download.title, qualityName(download))
  if (download.status === 'processing')
    return (
      <div className="job-buttons joined">
        <BusyButton
          className="flex-1"
          label={toolWords.downloads.processing}
          percent={download.progress}
          progressLabel={words.progress(download.title)}
        />
        <IconButton
          variant="paper"
          label={named(words.cancel)}
          icon={<CloseIcon />}
          aria-disabled={busy || undefined}
          onClick={() => actions.cancel(download)}
        />
      </div>
    )
  const completed = download.status === 'completed'
  return (
    <div className="job-buttons">
      {completed && (
        <Button
          variant={isNext ? 'primary' : 'ink'}
          aria-label={named(busy ? words.saving : words.save)}
          aria-disabled={busy || undefined}
          onClick={() => actions.save(download)}
        >
          <DownloadIcon />
          {busy ? words.saving : words.save}
        </Button>
      )}
      <div className="joined">
        <Link
          href={repeatAddress(download)}
          className={buttonClass({ variant: 'paper', size: 'small' })}
          aria-label={named(words.repeat)}
        >
          <RotateCcwIcon />
          {words.repeat}
        </Link>
        <Button
          variant="paper"
          size="small"
          aria-label={named(words.remove)}
          aria-disabled={busy || undefined}
          onClick={() => actions.remove(download)}
        >
          {words.remove}
        </Button>
      </div>
    </div>
  )
}
