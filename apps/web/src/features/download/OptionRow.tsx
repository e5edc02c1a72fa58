import type { Video } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import { PLANS } from '@kerf/domain/plans/plans'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { Collapsible, CollapsibleContent } from '@kerf/ui/Collapsible'
import { LockIcon } from '@kerf/ui/icons/tool-icons'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { toolWords } from '#messages/clips/tool.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { Countdown } from '../../controls/Countdown.tsx'
import { CuttingState } from '../../controls/CuttingState.tsx'
import { downloadFailureSentence } from '../../data/downloads/download-failure.ts'
import { percentWords } from '../../data/formatting/numbers.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { siteOptions } from '../../data/site-options.ts'
import { OptionButton } from './OptionButton.tsx'
import { kindOf, OptionSize } from './OptionSize.tsx'
import {
  clipOf,
  earlierClips,
  type Fitted,
  isOf,
  type KnownDownload,
  optionName,
  type RowAction,
  type RowBadge,
  rowBadges,
  type ShownOption,
} from './option-row.ts'
import type { EffectiveLimit } from './quota-reading.ts'
import type { Downloads } from './use-downloads.ts'
import type { SourceCodecForm } from './use-source-codec.ts'

const words = toolWords.downloads

interface OptionRowProps {
  video: Pick<Video, 'title' | 'url'>
  option: ShownOption
  options: readonly ShownOption[]
  action: RowAction
  /** This option's downloads, newest first. */
  mine: readonly KnownDownload[]
  ranges: readonly TimeRange[]
  /** About how large a clip of them would be. */
  bytes: number | null
  /** What becomes of it under the limit that is chosen; null where there is none. */
  fitted: Fitted | null
  /** Width by height of the video. */
  aspect: number
  viewer: ViewerKind
  downloads: Downloads
  /** The row offers this choice. */
  sourceCodec?: SourceCodecForm | null
  limit: EffectiveLimit | null
}

/** Few videos have a row like this. */
const loadCodecChoice = () => import('./CodecChoice.tsx')
/** There is none before a clip is finished. */
const loadReceipt = () => import('../../controls/ClipReceipt.tsx')
const loadFinished = () => import('../../controls/clip/FinishedClip.tsx')
/** Nor are there others before somebody chooses something else. */
const loadOtherClips = () => import('./OtherClips.tsx')
const loadSubtitleFiles = () => import('../../controls/SubtitleFiles.tsx')

/** All others are plain. */
const LOOKS: Readonly<Partial<Record<RowBadge, BadgeLook>>> = {
  pro: 'solid',
  admin: 'solid',
  locked: 'dashed',
  failed: 'fault',
}

export function OptionRow(props: OptionRowProps) {
  const { video, option, action, viewer, sourceCodec, downloads } = props
  const { refuge, onFocus, onBlur } = useRestoredFocus()
  const clip = clipOf(action)
  const receipt = useLoaded(loadReceipt, clip && 'clip')
  const finished = useLoaded(loadFinished, clip && 'clip')
  const choice = useLoaded(loadCodecChoice, sourceCodec ? 'two ways' : null)
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
              {rowBadges(option, action, viewer, siteOptions().plans).map((badge) => (
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
          {sourceCodec?.offered && choice && <choice.CodecChoice form={sourceCodec} offered={sourceCodec.offered} />}
          {clip && finished && (
            <finished.FinishedClip
              key={clip.id}
              download={{ ...clip, title: video.title, url: video.url }}
              name={optionName(option)}
              onDelete={() => downloads.remove(clip)}
              hasReceipt
            />
          )}
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

/** The small print of a row: what it is and how large, or what is happening to it. */
function OptionMeta(props: OptionRowProps) {
  const { option, action, mine, ranges, downloads, aspect } = props
  const finished = clipOf(action)
  const earlier = earlierClips(mine, ranges, downloads.choice)
  const cutsOther = action.kind === 'cutting' && !isOf(action.download, ranges, downloads.choice)
  const others = useLoaded(loadOtherClips, earlier.length > 0 || cutsOther ? 'others' : null)
  const files = useLoaded(loadSubtitleFiles, finished?.subtitles?.as === 'file' ? 'beside' : null)
  return (
    <>
      <p className="option-meta">
        {stateWords(props)}
        {cutsOther &&
          others &&
          `, ${words.cuttingOther(others.clipWords(action.download, { aspect, choice: downloads.choice }))}`}
      </p>
      {action.kind === 'locked' && <Opener isPro={option.isPro} />}
      {finished?.subtitles?.as === 'file' && files && <files.SubtitleFiles label={option.label} download={finished} />}
      {earlier.length > 0 && others && (
        <others.EarlierClips
          clips={earlier}
          aspect={aspect}
          choice={downloads.choice}
          onSave={(clip) => downloads.save(option, clip)}
        />
      )}
    </>
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

function stateWords({ option, options, action, bytes, fitted }: OptionRowProps): ReactNode {
  switch (action.kind) {
    case 'cutting':
      return (
        <>
          <span className="phone:hidden" aria-hidden="true" translate="no">
            <span className="time">{percentWords(action.download.progress)}</span>,{' '}
          </span>
          <CuttingState download={action.download} />
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
      if (!clip) return <OptionSize option={option} bytes={bytes} fitted={fitted} />
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

function unavailableWords(option: ShownOption, options: readonly ShownOption[]): string {
  if (option.quality === 'audio') return words.noAudio
  const best = options.find((other) => other.access !== 'unavailable' && other.quality !== 'audio')
  return best ? words.stopsAt(`${best.height}p`) : words.noVideo
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
