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
import { formatPercent } from '../../data/formatting/numbers.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { OptionButton } from './OptionButton.tsx'
import { kindLabels, OptionSize } from './OptionSize.tsx'
import {
  earlierClips,
  type FittedClip,
  finishedClipOf,
  isClipOf,
  type ListedDownload,
  optionName,
  type RowAction,
  type RowBadge,
  type RowOption,
  rowBadges,
} from './option-row.ts'
import type { EffectiveLimit } from './quota-reading.ts'
import { useSignUpAddress } from './sign-up-address.ts'
import type { Downloads } from './use-downloads.ts'
import type { SourceCodecChoice } from './use-source-codec.ts'

const words = toolWords.downloads

interface OptionRowProps {
  video: Pick<Video, 'title' | 'url'>
  option: RowOption
  options: readonly RowOption[]
  action: RowAction
  /** Downloads of this option, newest first. */
  optionDownloads: readonly ListedDownload[]
  ranges: readonly TimeRange[]
  /** Estimated size of a clip of the ranges; null where it is unknown. */
  bytes: number | null
  /** Form of the clip under the chosen size limit; null without a limit. */
  fitted: FittedClip | null
  /** Width of the video divided by its height. */
  aspect: number
  viewer: ViewerKind
  downloads: Downloads
  /** Choice of the codec, if the row offers one. */
  sourceCodec?: SourceCodecChoice | null
  limit: EffectiveLimit | null
}

/** Loads the choice of the codec on demand: few videos have one. */
const loadCodecChoice = () => import('./CodecChoice.tsx')
/** Loads the parts of a finished clip once there is one. */
const loadReceipt = () => import('../../controls/ClipReceipt.tsx')
const loadFinishedClip = () => import('../../controls/clip/FinishedClip.tsx')
/** Loads the list of other clips once there are some. */
const loadOtherClips = () => import('./OtherClips.tsx')
const loadSubtitleFiles = () => import('../../controls/SubtitleFiles.tsx')

/** Looks of the badges. A badge without an entry is plain. */
const BADGE_LOOKS: Readonly<Partial<Record<RowBadge, BadgeLook>>> = {
  pro: 'solid',
  admin: 'solid',
  locked: 'dashed',
  failed: 'fault',
}

export function OptionRow(props: OptionRowProps) {
  const { video, option, action, viewer, sourceCodec, downloads } = props
  const { focusFallback, onFocus, onBlur } = useRestoredFocus()
  const clip = finishedClipOf(action)
  const receiptModule = useLoaded(loadReceipt, clip && 'clip')
  const clipModule = useLoaded(loadFinishedClip, clip && 'clip')
  const choiceModule = useLoaded(loadCodecChoice, sourceCodec ? 'two ways' : null)
  const isFaded = action.kind === 'locked' || action.kind === 'unavailable'
  return (
    <Collapsible>
      <li
        className="option"
        aria-label={option.label}
        data-faded={isFaded || undefined}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <div className="option-row">
          <div>
            <p className="option-name">
              {option.label}
              {rowBadges(option, action, viewer, sellsPlans()).map((badge) => (
                <Badge key={badge} look={BADGE_LOOKS[badge]}>
                  {badge === 'locked' && <LockIcon />}
                  {words.badges[badge]}
                </Badge>
              ))}
            </p>
            <OptionMeta {...props} />
          </div>
          <div ref={focusFallback}>
            <OptionButton {...props} />
          </div>
          {sourceCodec?.offer && choiceModule && (
            <choiceModule.CodecChoice form={sourceCodec} offer={sourceCodec.offer} />
          )}
          {clip && clipModule && (
            <clipModule.FinishedClip
              key={clip.id}
              download={{ ...clip, title: video.title, url: video.url }}
              name={optionName(option)}
              onDelete={() => downloads.remove(clip)}
              hasReceipt
            />
          )}
        </div>
        {/* The element exists before its content has loaded, because the button that opens it refers to it. */}
        {clip && (
          <CollapsibleContent className="receipt">
            {receiptModule && <receiptModule.Receipt label={option.label} download={clip} />}
          </CollapsibleContent>
        )}
      </li>
    </Collapsible>
  )
}

/** Second line of a row: format and size, or the state of the download. */
function OptionMeta(props: OptionRowProps) {
  const { option, action, optionDownloads, ranges, downloads, aspect } = props
  const finishedClip = finishedClipOf(action)
  const previousClips = earlierClips(optionDownloads, ranges, downloads.choice)
  const isCuttingOtherClip = action.kind === 'cutting' && !isClipOf(action.download, ranges, downloads.choice)
  const otherClipsModule = useLoaded(loadOtherClips, previousClips.length > 0 || isCuttingOtherClip ? 'others' : null)
  const filesModule = useLoaded(loadSubtitleFiles, finishedClip?.subtitles?.as === 'file' ? 'beside' : null)
  return (
    <>
      <p className="option-meta">
        {describeRowState(props)}
        {isCuttingOtherClip &&
          otherClipsModule &&
          `, ${words.cuttingOther(otherClipsModule.describeClip(action.download, { aspect, choice: downloads.choice }))}`}
      </p>
      {action.kind === 'locked' && <UnlockLink isPro={option.isPro} />}
      {finishedClip?.subtitles?.as === 'file' && filesModule && (
        <filesModule.SubtitleFiles label={option.label} download={finishedClip} />
      )}
      {previousClips.length > 0 && otherClipsModule && (
        <otherClipsModule.EarlierClips
          clips={previousClips}
          aspect={aspect}
          choice={downloads.choice}
          onSave={(clip) => downloads.save(option, clip)}
        />
      )}
    </>
  )
}

/** Link to the plan or the account that unlocks a row. Sign-up leads back to this video and its range. */
function UnlockLink({ isPro }: { isPro: boolean }) {
  const signUpAddress = useSignUpAddress()
  return (
    <p className="option-meta">
      {words.opensWith}{' '}
      <Link
        className="tap-area text-ink underline underline-offset-[0.22em]"
        href={isPro ? PAGES.subscription.path : signUpAddress}
      >
        {isPro ? PLANS['pro-monthly'].name : sellsPlans() ? words.freeAccount : words.account}
      </Link>
    </p>
  )
}

function describeRowState({ option, options, action, bytes, fitted }: OptionRowProps): ReactNode {
  switch (action.kind) {
    case 'cutting':
      return (
        <>
          <span className="phone:hidden" aria-hidden="true" translate="no">
            <span className="time">{formatPercent(action.download.progress)}</span>,{' '}
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
      return action.why ?? describeUnavailable(option, options)
    default: {
      const clip = finishedClipOf(action)
      if (!clip) return <OptionSize option={option} bytes={bytes} fitted={fitted} />
      return (
        <>
          {kindLabels(option).join(', ')}
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

function describeUnavailable(option: RowOption, options: readonly RowOption[]): string {
  if (option.quality === 'audio') return words.noAudio
  const bestOption = options.find(({ access, quality }) => access !== 'unavailable' && quality !== 'audio')
  return bestOption ? words.stopsAt(`${bestOption.height}p`) : words.noVideo
}

/**
 * Keeps the focus within a row. When the focused button is replaced or removed, the focus moves to the first button of
 * the `focusFallback` instead of to the top of the page.
 */
function useRestoredFocus() {
  const focusFallback = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      focusFallback.current?.querySelector('button')?.focus()
  })
  return {
    focusFallback,
    onFocus() {
      hasFocus.current = true
    },
    onBlur(event: FocusEvent) {
      // If the whole window loses the focus, the element stays active and regains the focus later.
      if (document.activeElement !== event.target) hasFocus.current = false
    },
  }
}
