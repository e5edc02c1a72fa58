import type { Download } from '@kerf/contract/download'
import type { DownloadOption } from '@kerf/contract/video'
import { approximateClipBytes } from '@kerf/domain/clip-size'
import { formatTimecode } from '@kerf/domain/timecode'
import type { TrimRange } from '@kerf/domain/trim-range'
import { CollapsibleTrigger } from '@kerf/ui/Collapsible'
import type { ReactNode } from 'react'
import { messages } from '#messages/messages.ts'
import { percentWords } from '../../formatting/figures.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { momentWords } from '../../formatting/moment.ts'
import { roughSize } from '../../formatting/size.ts'
import { isSameRange } from '../trim-panel/same-range.ts'
import { downloadFailureSentence } from './download-failure.ts'
import { clipOf, earlierClip, type RowAction, rangeOf } from './option-row.ts'

interface OptionMetaProps {
  option: DownloadOption
  options: readonly DownloadOption[]
  action: RowAction
  mine: readonly Download[]
  range: TrimRange
  onSave: (download: Download) => void
}

const words = messages.downloads
const rangeWords = (range: TrimRange): string =>
  messages.trim.updated(formatTimecode(range.startSeconds, 1), formatTimecode(range.endSeconds, 1))

/** The small print of a row: what it is and how large, or what is happening to it. */
export function OptionMeta({ option, options, action, mine, range, onSave }: OptionMetaProps) {
  const earlier = action.kind === 'download' ? earlierClip(mine, range) : null
  return (
    <>
      <p className="option-meta">{stateWords({ option, options, action, range })}</p>
      {clipOf(action) && <CollapsibleTrigger>{messages.receipt.open}</CollapsibleTrigger>}
      {earlier && (
        <p className="option-meta">
          {words.earlier(rangeWords(rangeOf(earlier)))}{' '}
          <button type="button" className="underline" onClick={() => onSave(earlier)}>
            {words.save}
          </button>
        </p>
      )}
    </>
  )
}

function stateWords({ option, options, action, range }: Omit<OptionMetaProps, 'mine' | 'onSave'>): ReactNode {
  switch (action.kind) {
    case 'cutting':
      return (
        <>
          <span className="option-percent" aria-hidden="true">
            <span className="time">{percentWords(action.download.progress)}</span>,{' '}
          </span>
          {cuttingWords(action.download, range)}
        </>
      )
    case 'failed': {
      const { code, error } = action.download
      return `${downloadFailureSentence({ code, sentence: error })} ${words.notCounted}`
    }
    case 'expired':
      return words.deletedAfter
    case 'unavailable':
      return unavailableWords(option, options)
    default: {
      const clip = clipOf(action)
      if (!clip) return <WithSize option={option} range={range} />
      const until = clip.expiresAt && words.until(momentWords(new Date(clip.expiresAt), new Date(), LOCALE))
      return [...kindOf(option), ...(until ? [until] : [])].join(', ')
    }
  }
}

const kindOf = (option: DownloadOption): string[] =>
  [...new Set([option.format.toUpperCase(), option.codec])].filter((part) => part !== '')

function WithSize({ option, range }: { option: DownloadOption; range: TrimRange }) {
  const kind = kindOf(option).join(', ')
  if (option.bitrate === null) return kind
  const bytes = approximateClipBytes(option.bitrate, range.endSeconds - range.startSeconds)
  return (
    <>
      {kind},{' '}
      <span className="whitespace-nowrap">
        {words.about} <span className="time">{roughSize(bytes)}</span>
      </span>
    </>
  )
}

function cuttingWords(download: Download, range: TrimRange): string {
  const { position, etaSeconds } = download
  const state =
    position !== null
      ? words.inLine(position, etaSeconds)
      : etaSeconds !== null
        ? words.secondsLeft(etaSeconds)
        : messages.downloads.stages[download.stage]
  const own = rangeOf(download)
  return isSameRange(own, range) ? state : `${state}, ${words.cuttingOther(rangeWords(own))}`
}

function unavailableWords(option: DownloadOption, options: readonly DownloadOption[]): string {
  if (option.quality === 'audio') return words.noSound
  const best = options.find((other) => other.access !== 'unavailable' && other.quality !== 'audio')
  return best ? words.stopsAt(best.quality) : words.noPictures
}
