import type { DownloadOption } from '@kerf/contract/video'
import {
  ANIMATION_PIXELS,
  ANIMATION_QUALITY,
  fitsAnimation,
  MAX_ANIMATION_SECONDS,
} from '@kerf/domain/formats/clip-format'
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import { QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { LONGEST_MEASURED_SECONDS } from '@kerf/domain/sizes/clip-size-index'
import { moreFormatsWords as words } from '#messages/tool.ts'
import type { ShownOption } from './option-row.ts'

/** What can be made of the range, in the order it is shown. */
export interface FormatRow {
  option: ShownOption
  /** Why it cannot be had of this range or in this size. */
  why?: string
  /** Its size is in no index. */
  isMeasured: boolean
}

/** The sizes that a still and the source's own codecs can be had in: those of the grid, best first. */
export function videoSizes(options: readonly DownloadOption[]): DownloadOption[] {
  return options.filter(({ quality, access }) => QUALITIES[quality].height !== null && access !== 'unavailable')
}

/** The size to begin with: the best that this viewer may take. */
export function firstSize(sizes: readonly DownloadOption[]): QualityId | null {
  return (sizes.find(({ access }) => access === 'allowed') ?? sizes[0])?.quality ?? null
}

export function formatRows(size: DownloadOption | undefined, rangeSeconds: number): FormatRow[] {
  return [...(size ? [originalRow(size, rangeSeconds), stillRow(size)] : []), ...movingRows(rangeSeconds)]
}

function originalRow(size: DownloadOption, rangeSeconds: number): FormatRow {
  const label = words.original(size.label)
  const { original } = size
  if (!original)
    return { option: { ...size, label, format: 'original', bitrate: null }, why: words.noOriginal, isMeasured: false }
  const { codec, bitrate, container } = original
  const kind = words.originalKind(container === 'webm' ? 'WebM' : 'MP4', codec)
  // A clip of WebM is mostly seams, and is measured, or long enough to be weighed: an average says nothing of it.
  const known = container === 'webm' ? null : bitrate
  const isMeasured = container === 'webm' && rangeSeconds < LONGEST_MEASURED_SECONDS
  return { option: { ...size, label, format: 'original', codec, bitrate: known, kind }, isMeasured }
}

function stillRow(size: DownloadOption): FormatRow {
  const option = {
    ...size,
    label: words.still(size.label),
    format: 'png',
    bitrate: null,
    kind: words.stillKind,
  } as const
  return { option, isMeasured: true }
}

function movingRows(rangeSeconds: number): FormatRow[] {
  const isMeasured = fitsAnimation(rangeSeconds)
  const why = isMeasured ? {} : { why: words.tooLong(MAX_ANIMATION_SECONDS, shortTimecode(rangeSeconds)) }
  const shared = {
    quality: ANIMATION_QUALITY,
    kind: words.movingKind(MAX_ANIMATION_SECONDS, ANIMATION_PIXELS),
    codec: '',
    approxSize: null,
    bitrate: null,
    isPro: false,
    access: 'allowed',
  } as const
  return [
    { option: { ...shared, format: 'gif', label: 'GIF' }, ...why, isMeasured },
    { option: { ...shared, format: 'webp', label: 'WebP' }, ...why, isMeasured },
  ]
}

/** What a measured size goes by: whoever moves anything else need not ask again. Of a still it is the start alone. */
export function measuredBy(
  { quality, format }: RequestedForm,
  { startTime, endTime }: TimeRange,
): readonly (string | number)[] {
  return [quality, format, startTime, ...(format === 'png' ? [] : [endTime])]
}
