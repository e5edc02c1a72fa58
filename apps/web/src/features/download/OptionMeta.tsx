import type { Download } from '@kerf/contract/download'
import type { DownloadOption } from '@kerf/contract/video'
import { areSameRanges, rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { CollapsibleTrigger } from '@kerf/ui/Collapsible'
import type { ReactNode } from 'react'
import { toolWords } from '#messages/tool.ts'
import { Countdown } from '../../controls/Countdown.tsx'
import { downloadFailureSentence } from '../../data/downloads/download-failure.ts'
import { percentWords } from '../../data/formatting/figures.ts'
import { estimatedSize } from '../../data/formatting/size.ts'
import { clipOf, earlierClips, type KnownDownload, type RowAction, rangesOf, type ShownOption } from './option-row.ts'

interface OptionMetaProps {
  option: ShownOption
  options: readonly DownloadOption[]
  action: RowAction
  mine: readonly KnownDownload[]
  ranges: readonly TimeRange[]
  /** About how large it would be. */
  bytes: number | null
  onSave: (download: Download) => void
  onDelete: (download: Download) => void
}

const words = toolWords.downloads

function rangeWords(ranges: readonly TimeRange[]): string {
  const [range] = ranges
  return ranges.length > 1 || !range
    ? words.joined(ranges.length, shortTimecode(rangesSeconds(ranges)))
    : toolWords.trim.updated(shortTimecode(range.startTime), shortTimecode(range.endTime))
}

/** The small print of a row: what it is and how large, or what is happening to it. */
export function OptionMeta({ option, options, action, mine, ranges, bytes, onSave, onDelete }: OptionMetaProps) {
  const finished = clipOf(action)
  return (
    <>
      <p className="option-meta">{stateWords({ option, options, action, ranges, bytes })}</p>
      {finished && (
        <p className="option-links">
          <CollapsibleTrigger>{toolWords.receipt.open}</CollapsibleTrigger>
          <button type="button" onClick={() => onDelete(finished)}>
            {toolWords.receipt.deleteNow}
          </button>
        </p>
      )}
      {earlierClips(mine, ranges).map((clip) => (
        <p className="option-meta option-earlier" key={clip.id}>
          {words.earlier(rangeWords(rangesOf(clip)))}{' '}
          <button type="button" aria-label={words.saveRange(rangeWords(rangesOf(clip)))} onClick={() => onSave(clip)}>
            {words.save}
          </button>
        </p>
      ))}
    </>
  )
}

function stateWords({
  option,
  options,
  action,
  ranges,
  bytes,
}: Omit<OptionMetaProps, 'mine' | 'onSave' | 'onDelete'>): ReactNode {
  switch (action.kind) {
    case 'cutting':
      return (
        <>
          <span className="option-percent" aria-hidden="true">
            <span className="time">{percentWords(action.download.progress)}</span>,{' '}
          </span>
          {cuttingWords(action.download, ranges)}
        </>
      )
    case 'failed': {
      const { code, error } = action.download
      return `${downloadFailureSentence({ code, sentence: error })} ${words.notCounted}`
    }
    case 'expired':
      return action.download.deletedHere ? words.deletedByViewer : words.deletedAfter
    case 'unavailable':
      return action.why ?? unavailableWords(option, options)
    default: {
      const clip = clipOf(action)
      if (!clip) return <WithSize option={option} bytes={bytes} />
      return (
        <>
          {kindOf(option).join(', ')}
          {clip.expiresAt && (
            <>
              , {words.keptFor} <Countdown until={clip.expiresAt} />
            </>
          )}
        </>
      )
    }
  }
}

const kindOf = ({ kind, format, codec }: ShownOption): string[] =>
  kind ? [kind] : [...new Set([format.toUpperCase(), codec])].filter((part) => part !== '')

function WithSize({ option, bytes }: { option: ShownOption; bytes: number | null }) {
  const kind = kindOf(option).join(', ')
  if (bytes === null) return kind
  return (
    <>
      {kind},{' '}
      <span className="whitespace-nowrap">
        {words.about} <span className="time">{estimatedSize(bytes)}</span>
      </span>
    </>
  )
}

function cuttingWords(download: Download, ranges: readonly TimeRange[]): string {
  const { position, etaSeconds } = download
  const state =
    position !== null
      ? words.inLine(position, etaSeconds)
      : etaSeconds !== null
        ? words.secondsLeft(etaSeconds)
        : toolWords.downloads.stages[download.stage]
  const own = rangesOf(download)
  return areSameRanges(own, ranges) ? state : `${state}, ${words.cuttingOther(rangeWords(own))}`
}

function unavailableWords(option: ShownOption, options: readonly DownloadOption[]): string {
  if (option.quality === 'audio') return words.noAudio
  const best = options.find((other) => other.access !== 'unavailable' && other.quality !== 'audio')
  return best ? words.stopsAt(best.quality) : words.noVideo
}
