import { BusyButton } from '@kerf/ui/BusyButton'
import { Button, IconButton } from '@kerf/ui/Button'
import { CloseIcon, DownloadIcon, RotateCcwIcon } from '@kerf/ui/icons/tool-icons'
import { toolWords } from '#messages/clips/tool.ts'
import { serverDate } from '../../browser/server-clock.ts'
import { type DownloadRefusal, downloadFailureToast } from '../../data/downloads/download-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { megabytes } from '../../data/formatting/size.ts'
import { bestFreeQuality, needsNewCut, optionName, type RowAction, type RowOption } from './option-row.ts'
import { describeReset, type EffectiveLimit } from './quota-reading.ts'
import type { Downloads } from './use-downloads.ts'

interface OptionButtonProps {
  option: RowOption
  /** All options of the grid. */
  options: readonly RowOption[]
  action: RowAction
  downloads: Downloads
  /** Whether the button is the primary one of the page. */
  isPrimary?: boolean
  /** Limit that a new cut would exceed. */
  limit: EffectiveLimit | null
}

const words = toolWords.downloads

/** Action of the option's button; null where a press does nothing. A blocked button shows the reason. */
export function buttonAction({ option, options, action, downloads, limit }: OptionButtonProps): (() => void) | null {
  if (limit && needsNewCut(action)) {
    const { code, resetsAt } = limit
    return () => explain({ code }, describeReset(resetsAt, serverDate(), LOCALE))
  }
  switch (action.kind) {
    case 'locked': {
      const code = action.needs === 'account' ? 'needs_account' : 'needs_pro'
      return () => explain({ code, freeBest: bestFreeQuality(options) })
    }
    case 'save':
      return () => downloads.save(option, action.download)
    case 'download':
    case 'failed':
    case 'expired':
      return () => downloads.request(option)
    default:
      return null
  }
}

function explain(refusal: DownloadRefusal, resetText: string | null = null): void {
  toasts.show(downloadFailureToast(refusal, resetText, toolWords.downloadToasts.error))
}

export function OptionButton(props: OptionButtonProps) {
  const { option, action, downloads, isPrimary, limit } = props
  const variant = isPrimary ? 'primary' : 'ink'
  const pressHandler = buttonAction(props) ?? undefined
  /** Label for screen readers. It includes the option, because the buttons of several rows have the same text. */
  const labelOf = (text: string): string => `${text} ${optionName(option)}`
  // A button with `disabled` could not have the focus and would not react to touch.
  if (limit && needsNewCut(action))
    return (
      <Button aria-disabled aria-describedby={limit.bandId} onClick={pressHandler}>
        {words.limitReached}
      </Button>
    )
  switch (action.kind) {
    case 'unavailable':
      return <Button disabled>{words.unavailable}</Button>
    case 'locked':
      return (
        <Button aria-disabled onClick={pressHandler}>
          {action.needs === 'account' ? words.signUp : words.upgrade}
        </Button>
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
        <Button variant={variant} aria-label={labelOf(size)} onClick={pressHandler}>
          <DownloadIcon />
          <span>{size}</span>
        </Button>
      )
    }
    case 'failed':
    case 'expired': {
      const text = action.kind === 'failed' ? toolWords.result.retry : words.cutAgain
      return (
        <Button variant={variant} aria-label={labelOf(text)} onClick={pressHandler}>
          <RotateCcwIcon />
          {text}
        </Button>
      )
    }
    case 'download': {
      const text = downloads.newCut ?? words.download
      return (
        <Button variant={variant} aria-label={labelOf(text)} onClick={pressHandler}>
          <DownloadIcon />
          {text}
        </Button>
      )
    }
  }
}
