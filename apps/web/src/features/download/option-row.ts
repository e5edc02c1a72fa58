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

/** A download as this page knows it: one deleted here stays known until the page is left, so that it can be cut again. */
export interface KnownDownload extends Download {
  deletedHere?: true
}

/** An option as a row shows it; `kind` takes the place of format and codec in its small print. */
export interface ShownOption extends Omit<DownloadOption, 'format'> {
  format: ClipFormat
  kind?: string
  own?: RowOptions
}

/** `360p, MP4`; the label of audio names its format itself. */
export function optionName({ label, format }: Pick<ShownOption, 'label' | 'format'>): string {
  const kind = format === 'original' ? '' : format.toUpperCase()
  return label.toUpperCase().includes(kind) ? label : `${label}, ${kind}`
}

/** What a row of the grid offers. */
export type RowAction =
  | { kind: 'download' }
  /** A cut is being asked for, or a finished clip handed over. */
  | { kind: 'requesting'; clip: KnownDownload | null }
  | { kind: 'cutting'; download: KnownDownload }
  | { kind: 'save'; download: KnownDownload }
  | { kind: 'failed'; download: KnownDownload }
  | { kind: 'expired'; download: KnownDownload }
  | { kind: 'locked'; needs: 'account' | 'plan' }
  /** `why`: a reason of its own, where it is not that the video has none. */
  | { kind: 'unavailable'; why?: string }

export type RowBadge = 'free' | 'pro' | 'admin' | 'locked' | 'none' | 'failed' | 'expired'

interface RowInput {
  option: ShownOption
  /** This option's downloads of this video, newest first. */
  downloads: readonly KnownDownload[]
  /** What a clip would be of: the range on the timeline, or several that are joined. */
  ranges: readonly TimeRange[]
  /** With which audio track and subtitles. */
  choice?: ClipChoice
  /** A request for this option or the saving of its file is in flight. */
  requesting: boolean
}

/** How many clips of other ranges a row lists. */
const EARLIER_AT_MOST = 3

/** What a clip is of. */
export const rangesOf = ({ startTime, endTime, ranges }: Download): TimeRange[] => ranges ?? [{ startTime, endTime }]

/** What has become of this option, newest first. */
export const downloadsOf = ({ quality, format, own }: ShownOption, list: readonly KnownDownload[]): KnownDownload[] =>
  list.filter(
    (download) =>
      download.quality === quality &&
      download.format === format &&
      download.bitrate === own?.bitrate &&
      download.container === own?.container,
  )

/** Whether a clip is of these ranges, with this audio track and these subtitles. */
export const isOf = (download: Download, ranges: readonly TimeRange[], choice: ClipChoice = PLAIN_CLIP): boolean =>
  areSameRanges(rangesOf(download), ranges) && isAsChosen(download, choice)

/** What the row's button does. A finished clip counts only for what is chosen now: a moved handle asks for a new cut. */
export function rowAction({ option, downloads, ranges, choice, requesting }: RowInput): RowAction {
  if (option.access === 'unavailable') return { kind: 'unavailable' }
  if (option.access === 'sign_up') return { kind: 'locked', needs: 'account' }
  if (option.access === 'upgrade') return { kind: 'locked', needs: 'plan' }
  const last = downloads.find((download) => download.status !== 'cancelled' && isOf(download, ranges, choice))
  if (requesting) return { kind: 'requesting', clip: last?.status === 'completed' ? last : null }
  const running = downloads.find((download) => download.status === 'processing')
  if (running) return { kind: 'cutting', download: running }
  if (last?.status === 'completed') return { kind: 'save', download: last }
  if (last?.status === 'failed') return { kind: 'failed', download: last }
  if (last?.status === 'expired') return { kind: 'expired', download: last }
  return { kind: 'download' }
}

/** Whether the row's next step is a new cut, which the quota must allow. */
export function needsNewCut(action: RowAction): boolean {
  return action.kind === 'download' || action.kind === 'failed' || action.kind === 'expired'
}

/** What is under way goes on, also where it would not be offered any more. */
export function whyNot(action: RowAction, why: string | undefined): RowAction {
  return why && needsNewCut(action) ? { kind: 'unavailable', why } : action
}

/** What becomes of a clip under a limit; null: it is too long for any size. */
export interface Fitted {
  maxBytes: number
  form: FittedForm | null
}

/** Why the row offers nothing of what is chosen; undefined where it does. */
export function unfitWords(fitted: Fitted | null, { fade }: Fit, ranges: readonly TimeRange[]): string | undefined {
  if (fitted?.form === null) return toolWords.downloads.tooLongFor(sizeLimit(fitted.maxBytes))
  const longest = rangesSeconds(ranges) / 2
  const isFaded = Math.max(fade?.video ?? 0, fade?.audio ?? 0) > longest
  return isFaded ? toolWords.downloads.fadesMeet(withDecimals(longest, 2)) : undefined
}

/** The finished clip that the row is about, while it waits to be saved and while it is. */
export function clipOf(action: RowAction): KnownDownload | null {
  if (action.kind === 'save') return action.download
  return action.kind === 'requesting' ? action.clip : null
}

/** The newest other finished clips: they can still be saved, whatever the row is doing. */
export function earlierClips(
  downloads: readonly KnownDownload[],
  ranges: readonly TimeRange[],
  choice?: ClipChoice,
): KnownDownload[] {
  return downloads
    .filter((download) => download.status === 'completed' && !isOf(download, ranges, choice))
    .slice(0, EARLIER_AT_MOST)
}

/** @param hasPlans where nothing is sold, nothing is called free */
export function rowBadges(option: ShownOption, action: RowAction, viewer: ViewerKind, hasPlans = true): RowBadge[] {
  if (action.kind === 'unavailable') return action.why ? [] : ['none']
  if (action.kind === 'failed') return ['failed']
  if (action.kind === 'expired' && !action.download.deletedHere) return ['expired']
  const locked = action.kind === 'locked'
  if (option.isPro) return [viewer === 'admin' ? 'admin' : 'pro', ...(locked ? (['locked'] as const) : [])]
  if (locked) return ['locked']
  return hasPlans ? ['free'] : []
}

/** The best quality of this grid that needs no plan: what the badges say, and what the words about them have to say. */
export function freeBest(options: readonly ShownOption[]): FreeMaxQuality {
  const free = FREE_MAX_QUALITIES.findLast((best) => options.some(({ quality, isPro }) => quality === best && !isPro))
  return free ?? DEFAULT_FREE_MAX_QUALITY
}

interface KnownDownloads {
  /** Newest first. */
  list: readonly KnownDownload[]
  isRequesting: (option: ShownOption) => boolean
  choice?: ClipChoice
}

/** The action that the row of an option offers for these ranges. */
export function rowOf(
  option: ShownOption,
  { list, isRequesting, choice = PLAIN_CLIP }: KnownDownloads,
  ranges: readonly TimeRange[],
): RowAction {
  return rowAction({ option, downloads: downloadsOf(option, list), ranges, choice, requesting: isRequesting(option) })
}
