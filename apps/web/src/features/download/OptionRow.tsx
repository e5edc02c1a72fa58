import type { DownloadOption } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import { PLANS } from '@kerf/domain/plans/plans'
import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { LockIcon } from '@kerf/ui/tool-icons'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { otherClipWords, toolWords } from '#messages/tool.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { Countdown } from '../../controls/Countdown.tsx'
import { CuttingState } from '../../controls/CuttingState.tsx'
import { downloadFailureSentence } from '../../data/downloads/download-failure.ts'
import { percentWords } from '../../data/formatting/numbers.ts'
import { estimatedSize } from '../../data/formatting/size.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { type ClipChoice, differencesOf } from '../../data/ranges/clip-choice.ts'
import { OptionButton } from './OptionButton.tsx'
import {
  clipOf,
  earlierClips,
  isOf,
  type KnownDownload,
  type RowAction,
  type RowBadge,
  rangesOf,
  rowBadges,
  type ShownOption,
} from './option-row.ts'
import type { EffectiveLimit } from './quota-reading.ts'
import type { Downloads } from './use-downloads.ts'

const words = toolWords.downloads

interface OptionRowProps {
  option: ShownOption
  options: readonly DownloadOption[]
  action: RowAction
  /** This option's downloads, newest first. */
  mine: readonly KnownDownload[]
  ranges: readonly TimeRange[]
  /** About how large a clip of them would be. */
  bytes: number | null
  viewer: ViewerKind
  downloads: Downloads
  isNext: boolean
  limit: EffectiveLimit | null
}

/** There is none before a clip is finished. */
const loadReceipt = () => import('../../controls/ClipReceipt.tsx')
const loadSubtitleFiles = () => import('../../controls/SubtitleFiles.tsx')

const LOOKS: Readonly<Record<RowBadge, BadgeLook>> = {
  free: 'plain',
  pro: 'solid',
  admin: 'solid',
  locked: 'dashed',
  none: 'plain',
  failed: 'fault',
  expired: 'plain',
}

export function OptionRow(props: OptionRowProps) {
  const { option, action, viewer } = props
  const { refuge, onFocus, onBlur } = useRestoredFocus()
  const clip = clipOf(action)
  const receipt = useLoaded(loadReceipt, clip && 'clip')
  const faded = action.kind === 'locked' || action.kind === 'unavailable'
  return (
    <Collapsible>
      <li
        className="option"
        aria-label={option.label}
        data-faded={faded || undefined}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <div className="option-row">
          <div>
            <p className="option-name">
              {option.label}
              {rowBadges(option, action, viewer).map((badge) => (
                <Badge key={badge} look={LOOKS[badge]}>
                  {badge === 'locked' && <LockIcon />}
                  {words.badges[badge]}
                </Badge>
              ))}
            </p>
            <OptionMeta {...props} />
          </div>
          <div ref={refuge}>
            <OptionButton {...props} />
          </div>
        </div>
        {/* There from the first: the button that opens it names it, also while what is in it is on its way. */}
        {clip && (
          <CollapsibleContent className="receipt">
            {receipt && <receipt.Receipt label={option.label} download={clip} />}
          </CollapsibleContent>
        )}
      </li>
    </Collapsible>
  )
}

function rangeWords(ranges: readonly TimeRange[]): string {
  const [range] = ranges
  return ranges.length > 1 || !range
    ? words.joined(ranges.length, shortTimecode(rangesSeconds(ranges)))
    : toolWords.trim.updated(shortTimecode(range.startTime), shortTimecode(range.endTime))
}

/** What a clip is of, and how it differs from what is chosen now. */
function clipWords(clip: KnownDownload, choice: ClipChoice): string {
  const { audio, subtitles } = differencesOf(clip, choice)
  return [
    rangeWords(rangesOf(clip)),
    ...(audio ? [otherClipWords.otherAudio] : []),
    ...(subtitles ? [otherClipWords[clip.subtitles?.as ?? 'noSubtitles']] : []),
  ].join(', ')
}

/** The small print of a row: what it is and how large, or what is happening to it. */
function OptionMeta(props: OptionRowProps) {
  const { option, action, mine, ranges, downloads } = props
  const finished = clipOf(action)
  const files = useLoaded(loadSubtitleFiles, finished?.subtitles?.as === 'file' ? 'beside' : null)
  return (
    <>
      <p className="option-meta">{stateWords(props)}</p>
      {action.kind === 'locked' && <Opener isPro={option.isPro} />}
      {finished && (
        <p className="-mt-1 -mb-2.5 flex flex-wrap gap-x-5">
          <CollapsibleTrigger>{toolWords.receipt.open}</CollapsibleTrigger>
          <DeleteNow onDelete={() => downloads.remove(finished)} />
        </p>
      )}
      {finished?.subtitles?.as === 'file' && files && <files.SubtitleFiles label={option.label} download={finished} />}
      {earlierClips(mine, ranges, downloads.choice).map((clip) => (
        <p className="option-meta" key={clip.id}>
          {words.earlier(clipWords(clip, downloads.choice))}{' '}
          <button
            type="button"
            className="tap-area text-ink underline underline-offset-[0.22em]"
            aria-label={words.saveRange(clipWords(clip, downloads.choice))}
            onClick={() => downloads.save(option, clip)}
          >
            {words.save}
          </button>
        </p>
      ))}
    </>
  )
}

/** A press asks, the next deletes. Looking elsewhere takes the question back, and a double click is one press. */
function DeleteNow({ onDelete }: { onDelete: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <button
      type="button"
      className="min-h-(--touch) text-small underline underline-offset-[0.22em]"
      aria-live="polite"
      onBlur={() => setAsked(false)}
      onClick={({ detail }) => {
        if (!asked) setAsked(true)
        else if (detail < 2) onDelete()
      }}
    >
      {asked ? toolWords.receipt.deleteSure : toolWords.receipt.deleteNow}
    </button>
  )
}

/** What opens a locked row, and the way to it. Signing up leads back here. */
function Opener({ isPro }: { isPro: boolean }) {
  return (
    <p className="option-meta">
      {words.opensWith}{' '}
      <Link
        className="tap-area text-ink underline underline-offset-[0.22em]"
        href={isPro ? PAGES.subscription.path : PAGES.signUp.path}
      >
        {isPro ? PLANS['pro-monthly'].name : words.freeAccount}
      </Link>
    </p>
  )
}

function stateWords({ option, options, action, ranges, bytes, downloads }: OptionRowProps): ReactNode {
  switch (action.kind) {
    case 'cutting':
      return (
        <>
          <span className="phone:hidden" aria-hidden="true">
            <span className="time">{percentWords(action.download.progress)}</span>,{' '}
          </span>
          <CuttingState download={action.download} />
          {!isOf(action.download, ranges, downloads.choice) &&
            `, ${words.cuttingOther(clipWords(action.download, downloads.choice))}`}
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

function unavailableWords(option: ShownOption, options: readonly DownloadOption[]): string {
  if (option.quality === 'audio') return words.noAudio
  const best = options.find((other) => other.access !== 'unavailable' && other.quality !== 'audio')
  return best ? words.stopsAt(best.quality) : words.noVideo
}

/**
 * The keyboard goes on from the button that was pressed. When that is replaced by another, or taken away with what was
 * around it, the focus moves to the first button of the refuge instead of back to the top of the page.
 */
function useRestoredFocus() {
  const refuge = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) refuge.current?.querySelector('button')?.focus()
  })
  return {
    refuge,
    onFocus() {
      inside.current = true
    },
    onBlur(event: FocusEvent) {
      // Not when the whole window lost it: the element has it still, and gets it back.
      if (document.activeElement !== event.target) inside.current = false
    },
  }
}
