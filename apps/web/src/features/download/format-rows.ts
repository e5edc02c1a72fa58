import type { DownloadOption } from '@kerf/contract/video'
import {
  ANIMATION_PIXELS,
  ANIMATION_QUALITY,
  fitsAnimation,
  MAX_ANIMATION_SECONDS,
} from '@kerf/domain/formats/clip-format'
import { QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { moreFormatsWords as words } from '#messages/tool.ts'
import type { ShownOption } from './option-row.ts'

/** What can be made of the range, in the order it is shown. */
export interface FormatRow {
  option: ShownOption
  /** Why it cannot be had of this range or in this size. */
  why?: string
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
  return [...(size ? [originalRow(size), stillRow(size)] : []), ...movingRows(rangeSeconds)]
}

function originalRow(size: DownloadOption): FormatRow {
  const label = words.original(size.label)
  const { original } = size
  if (!original) return { option: { ...size, label, format: 'original', bitrate: null }, why: words.noOriginal }
  const { codec, bitrate, container } = original
  const kind = words.originalKind(container === 'webm' ? 'WebM' : 'MP4', codec)
  return { option: { ...size, label, format: 'original', codec, bitrate, kind } }
}

function stillRow(size: DownloadOption): FormatRow {
  const option = {
    ...size,
    label: words.still(size.label),
    format: 'png',
    bitrate: null,
    kind: words.stillKind,
  } as const
  return { option }
}

function movingRows(rangeSeconds: number): FormatRow[] {
  const why = fitsAnimation(rangeSeconds)
    ? {}
    : { why: words.tooLong(MAX_ANIMATION_SECONDS, shortTimecode(rangeSeconds)) }
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
    { option: { ...shared, format: 'gif', label: 'GIF' }, ...why },
    { option: { ...shared, format: 'webp', label: 'WebP' }, ...why },
  ]
}
