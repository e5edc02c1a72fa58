import { BusyButton } from '@kerf/ui/BusyButton'
import { Button, IconButton } from '@kerf/ui/Button'
import { CloseIcon, DownloadIcon, RotateCcwIcon } from '@kerf/ui/icons/tool-icons'
import { toolWords } from '#messages/clips/tool.ts'
import { serverDate } from '../../browser/server-clock.ts'
import { type DownloadRefusal, downloadFailureToast } from '../../data/downloads/download-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { megabytes } from '../../data/formatting/size.ts'
import { freeBest, needsNewCut, optionName, type RowAction, type ShownOption } from './option-row.ts'
import { type EffectiveLimit, resetWords } from './quota-reading.ts'
import type { Downloads } from './use-downloads.ts'

interface OptionButtonProps {
  option: ShownOption
  /** All options of the grid. */
  options: readonly ShownOption[]
  action: RowAction
  downloads: Downloads
  /** Whether the button is the primary one of the page. */
  isPrimary?: boolean
  /** Limit that a new cut would exceed. */
  limit: EffectiveLimit | null
}

const words = toolWords.downloads

export function OptionButton({ option, options, action, downloads, isPrimary, limit }: OptionButtonProps) {
  const variant = isPrimary ? 'primary' : 'ink'
  const request = (): void => downloads.request(option)
  /** Label for screen readers. It includes the option, because the buttons of several rows have the same text. */
  const labelOf = (text: string): string => `${text} ${optionName(option)}`
  if (limit && needsNewCut(action))
    return (
      <WhyNotButton refusal={{ code: limit.code }} resetsAt={limit.resetsAt} describedBy={limit.bandId}>
        {words.limitReached}
      </WhyNotButton>
    )
  switch (action.kind) {
    case 'unavailable':
      return <Button disabled>{words.unavailable}</Button>
    case 'locked':
      return action.needs === 'account' ? (
        <WhyNotButton refusal={{ code: 'needs_account', freeBest: freeBest(options) }}>{words.signUp}</WhyNotButton>
      ) : (
        <WhyNotButton refusal={{ code: 'needs_pro', freeBest: freeBest(options) }}>{words.upgrade}</WhyNotButton>
      )
    case 'requesting':
      return <Button aria-disabled>{words.requesting}</Button>
    case 'cutting':
      return (
        <div className="joined">
          <BusyButton
            className="flex-1"
            label={words.processing}
            percent={action.download.progress}
            progressLabel={words.progress(option.label)}
          />
          <IconButton
            variant="paper"
            label={words.cancel(option.label)}
            icon={<CloseIcon />}
            onClick={() => downloads.cancel(action.download)}
          />
        </div>
      )
    case 'save': {
      const size = words.downloadSize(megabytes(action.download.fileSize ?? 0))
      return (
        <Button variant={variant} aria-label={labelOf(size)} onClick={() => downloads.save(option, action.download)}>
          <DownloadIcon />
          <span>{size}</span>
        </Button>
      )
    }
    case 'failed':
    case 'expired': {
      const text = action.kind === 'failed' ? toolWords.result.retry : words.cutAgain
      return (
        <Button variant={variant} aria-label={labelOf(text)} onClick={request}>
          <RotateCcwIcon />
          {text}
        </Button>
      )
    }
    case 'download': {
      const text = downloads.newCut ?? words.download
      return (
        <Button variant={variant} aria-label={labelOf(text)} onClick={request}>
          <DownloadIcon />
          {text}
        </Button>
      )
    }
  }
}

interface WhyNotButtonProps {
  refusal: DownloadRefusal
  /** Time at which a limit resets. */
  resetsAt?: Date
  describedBy?: string
  children: string
}

/**
 * Button that is blocked, and shows the reason when it is pressed. A button with `disabled` could not have the focus
 * and would not react to touch.
 */
function WhyNotButton({ refusal, resetsAt, describedBy, children }: WhyNotButtonProps) {
  const explain = (): void => {
    const resetText = resetsAt ? resetWords(resetsAt, serverDate(), LOCALE) : null
    toasts.show(downloadFailureToast(refusal, resetText, toolWords.downloadToasts.error))
  }
  return (
    <Button aria-disabled aria-describedby={describedBy} onClick={explain}>
      {children}
    </Button>
  )
}
