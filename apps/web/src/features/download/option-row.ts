import type { Download } from '@kerf/contract/download'
import type { DownloadOption } from '@kerf/contract/video'
import { DEFAULT_FREE_MAX_QUALITY, FREE_MAX_QUALITIES, type FreeMaxQuality } from '@kerf/domain/access/quality-access'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import { areSameRanges, rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { FittedForm } from '@kerf/domain/sizes/fitted-form'
import { toolWords } from '#messages/clips/tool.ts'
import { withDecimals } from '../../data/formatting/numbers.ts'
import { sizeLimit } from '../../data/formatting/size.ts'
import { type ClipChoice, isAsChosen, PLAIN_CLIP, type RowOptions } from '../../data/ranges/clip-choice.ts'
import type { Fit } from '../../data/ranges/fit.ts'

/** Download in the list of this page. A download that was deleted here stays listed, so that it can be cut again. */
export interface ListedDownload extends Download {
  deletedHere?: true
}

/** Option of a row. `kind` replaces format and codec in the second line of the row. */
export interface RowOption extends Omit<DownloadOption, 'format'> {
  format: ClipFormat
  kind?: string
  own?: RowOptions
}

/** Name of an option, such as `360p, MP4`. The label of audio names its format already. */
export function optionName({ label, format }: Pick<RowOption, 'label' | 'format'>): string {
  const kind = format === 'original' ? '' : format.toUpperCase()
  return label.toUpperCase().includes(kind) ? label : `${label}, ${kind}`
}

/** Action that a row of the grid offers. */
export type RowAction =
  | { kind: 'download' }
  /** A clip is being requested, or a finished clip is being saved. */
  | { kind: 'requesting'; clip: ListedDownload | null }
  | { kind: 'cutting'; download: ListedDownload }
  | { kind: 'save'; download: ListedDownload }
  | { kind: 'failed'; download: ListedDownload }
  | { kind: 'expired'; download: ListedDownload }
  | { kind: 'locked'; needs: 'account' | 'plan' }
  /** `why`: the reason; absent where the video lacks the option. */
  | { kind: 'unavailable'; why?: string }

export type RowBadge = 'free' | 'pro' | 'admin' | 'locked' | 'none' | 'failed' | 'expired'

interface RowInput {
  option: RowOption
  /** Downloads of this option, newest first. */
  downloads: readonly ListedDownload[]
  /** Ranges of a new clip: that of the timeline, or several that are joined. */
  ranges: readonly TimeRange[]
  /** Audio track, captions, subtitles and fit. */
  choice?: ClipChoice
  /** Whether a request for this option or the saving of its file is running. */
  requesting: boolean
}

/** Largest number of clips of other ranges or choices that a row lists. */
const MAX_EARLIER_CLIPS = 3

/** Ranges of a clip. */
export const rangesOf = ({ startTime, endTime, ranges }: Download): TimeRange[] => ranges ?? [{ startTime, endTime }]

/** Downloads of this option, newest first. */
export const downloadsOf = ({ quality, format, own }: RowOption, list: readonly ListedDownload[]): ListedDownload[] =>
  list.filter(
    (download) =>
      download.quality === quality &&
      download.format === format &&
      download.bitrate === own?.bitrate &&
      download.container === own?.container,
  )

/** Whether a clip has these ranges and this choice of audio track, subtitles and fit. */
export const isClipOf = (download: Download, ranges: readonly TimeRange[], choice: ClipChoice = PLAIN_CLIP): boolean =>
  areSameRanges(rangesOf(download), ranges) && isAsChosen(download, choice)

/** Action of the row's button. A finished clip counts only for the current ranges and choice. */
export function rowAction({ option, downloads, ranges, choice, requesting }: RowInput): RowAction {
  if (option.access === 'unavailable') return { kind: 'unavailable' }
  if (option.access === 'sign_up') return { kind: 'locked', needs: 'account' }
  if (option.access === 'upgrade') return { kind: 'locked', needs: 'plan' }
  const lastDownload = downloads.find(
    (download) => download.status !== 'cancelled' && isClipOf(download, ranges, choice),
  )
  if (requesting) return { kind: 'requesting', clip: lastDownload?.status === 'completed' ? lastDownload : null }
  const runningDownload = downloads.find((download) => download.status === 'processing')
  if (runningDownload) return { kind: 'cutting', download: runningDownload }
  if (lastDownload?.status === 'completed') return { kind: 'save', download: lastDownload }
  if (lastDownload?.status === 'failed') return { kind: 'failed', download: lastDownload }
  if (lastDownload?.status === 'expired') return { kind: 'expired', download: lastDownload }
  return { kind: 'download' }
}

/** Whether the row's next step is a new cut, which the quota must allow. */
export function needsNewCut(action: RowAction): boolean {
  return action.kind === 'download' || action.kind === 'failed' || action.kind === 'expired'
}

/** Blocks an action for a reason, if it needs a new cut. Running cuts and finished clips keep their action. */
export function blockAction(action: RowAction, why: string | undefined): RowAction {
  return why && needsNewCut(action) ? { kind: 'unavailable', why } : action
}

/** Clip under a size limit. `form` is null where the clip is too long for the limit at any size. */
export interface FittedClip {
  maxBytes: number
  form: FittedForm | null
}

/** Reason for which the row cannot offer the choice; undefined where it can. */
export function describeMisfit(
  fitted: FittedClip | null,
  { fade }: Fit,
  ranges: readonly TimeRange[],
): string | undefined {
  if (fitted?.form === null) return toolWords.downloads.tooLongFor(sizeLimit(fitted.maxBytes))
  const maxFade = rangesSeconds(ranges) / 2
  const areFadesTooLong = Math.max(fade?.video ?? 0, fade?.audio ?? 0) > maxFade
  return areFadesTooLong ? toolWords.downloads.fadesMeet(withDecimals(maxFade, 2)) : undefined
}

/** Finished clip of the row, before and during its saving; else null. */
export function finishedClipOf(action: RowAction): ListedDownload | null {
  if (action.kind === 'save') return action.download
  return action.kind === 'requesting' ? action.clip : null
}

/** Newest finished clips of other ranges or choices. They can be saved during any action of the row. */
export function earlierClips(
  downloads: readonly ListedDownload[],
  ranges: readonly TimeRange[],
  choice?: ClipChoice,
): ListedDownload[] {
  return downloads
    .filter((download) => download.status === 'completed' && !isClipOf(download, ranges, choice))
    .slice(0, MAX_EARLIER_CLIPS)
}

/** @param hasPlans whether plans are sold; without plans no row is called free */
export function rowBadges(option: RowOption, action: RowAction, viewer: ViewerKind, hasPlans = true): RowBadge[] {
  if (action.kind === 'unavailable') return action.why ? [] : ['none']
  if (action.kind === 'failed') return ['failed']
  if (action.kind === 'expired' && !action.download.deletedHere) return ['expired']
  const isLocked = action.kind === 'locked'
  if (option.isPro) return [viewer === 'admin' ? 'admin' : 'pro', ...(isLocked ? (['locked'] as const) : [])]
  if (isLocked) return ['locked']
  return hasPlans ? ['free'] : []
}

/** Best quality of this grid that needs no plan. */
export function bestFreeQuality(options: readonly RowOption[]): FreeMaxQuality {
  const bestQuality = FREE_MAX_QUALITIES.findLast((id) =>
    options.some(({ quality, isPro }) => quality === id && !isPro),
  )
  return bestQuality ?? DEFAULT_FREE_MAX_QUALITY
}

interface ListedDownloads {
  /** Newest first. */
  list: readonly ListedDownload[]
  isRequesting: (option: RowOption) => boolean
  choice?: ClipChoice
}

/** Action that the row of an option offers for these ranges. */
export function rowOf(
  option: RowOption,
  { list, isRequesting, choice = PLAIN_CLIP }: ListedDownloads,
  ranges: readonly TimeRange[],
): RowAction {
  return rowAction({ option, downloads: downloadsOf(option, list), ranges, choice, requesting: isRequesting(option) })
}
