import type { DownloadOption } from '@kerf/contract/video'
import {
  ANIMATION_QUALITY,
  CLIP_FORMATS,
  clipLabel,
  fitsAnimation,
  isAudio,
  MAX_ANIMATION_SECONDS,
  USUAL_ANIMATION,
} from '@kerf/domain/formats/clip-format'
import { QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { animationBitrate } from '@kerf/domain/sizes/animation-size'
import { audioOnlyBitrate } from '@kerf/domain/sizes/audio-bitrate'
import { moreFormatsWords as words } from '#messages/clips/formats.ts'
import { croppedAspect, type Fit } from '../../data/ranges/fit.ts'
import type { RowOption } from './option-row.ts'

/** Row of a format that is not in the grid. */
export interface FormatRow {
  option: RowOption
  /** Reason for which the format is not available for this range or size. */
  why?: string
}

/** Sizes of stills and of clips in the source's own codecs: the video qualities of the grid, best first. */
export function videoSizes(options: readonly DownloadOption[]): DownloadOption[] {
  return options.filter(({ quality, access }) => QUALITIES[quality].height !== null && access !== 'unavailable')
}

/** Size that is chosen at first: the best one that this viewer may use, else the best one. */
export function firstSize(sizes: readonly DownloadOption[]): QualityId | null {
  return (sizes.find(({ access }) => access === 'allowed') ?? sizes[0])?.quality ?? null
}

interface FrameOptions {
  /** Chosen size of stills and of clips in the source's own codecs. */
  size: DownloadOption | undefined
  fit: Fit
  /** Width of the video divided by its height. */
  aspect: number
}

/**
 * Rows of all formats that are not in the grid, in the order of display.
 * @param frames null where the video has no frames, or a clip joins several ranges
 */
export function formatRows(
  options: readonly DownloadOption[],
  frames: FrameOptions | null,
  seconds: number,
): FormatRow[] {
  const audio = options.find(({ quality, access }) => quality === 'audio' && access !== 'unavailable')
  return [
    ...(frames?.size ? [originalRow(frames.size), stillRow(frames.size)] : []),
    ...(frames ? animationRows(frames, bitsPerPixel(options, frames.aspect), seconds) : []),
    ...(audio ? audioRows(audio) : []),
  ]
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

const USUAL_FRAME_RATE = 25

/** Estimated bits per pixel of the rendition from which animations are made; null where they are unknown. */
function bitsPerPixel(options: readonly DownloadOption[], aspect: number): number | null {
  const { bitrate, height } = options.find(({ quality }) => quality === ANIMATION_QUALITY) ?? {}
  return bitrate && height ? bitrate / (height ** 2 * Math.max(aspect, 1 / aspect) * USUAL_FRAME_RATE) : null
}

function animationRows(
  { fit, aspect }: FrameOptions,
  sourceBitsPerPixel: number | null,
  rangeSeconds: number,
): FormatRow[] {
  const why = fitsAnimation(rangeSeconds)
    ? {}
    : { why: words.tooLong(MAX_ANIMATION_SECONDS, shortTimecode(rangeSeconds)) }
  const shape = fit.animation ?? USUAL_ANIMATION
  const animationShape = { ...shape, aspect: croppedAspect(fit, aspect), sourceBitsPerPixel }
  const sharedFields = {
    quality: ANIMATION_QUALITY,
    kind: words.movingKind(MAX_ANIMATION_SECONDS, shape.width),
    codec: '',
    height: null,
    approxSize: null,
    isPro: false,
    access: 'allowed',
  } as const
  return [
    {
      option: { ...sharedFields, format: 'gif', label: 'GIF', bitrate: animationBitrate('gif', animationShape) },
      ...why,
    },
    {
      option: { ...sharedFields, format: 'webp', label: 'WebP', bitrate: animationBitrate('webp', animationShape) },
      ...why,
    },
  ]
}

/** Audio that is assumed for a source, because its codec and bitrate are not known here. */
const ASSUMED_SOURCE_AUDIO = { codec: null, bitrate: 128_000 }

/** Rows of audio in every format but MP3, and of an MP3 that is smaller than the grid's. */
function audioRows(audio: DownloadOption): FormatRow[] {
  const sharedFields = { ...audio, codec: '', approxSize: null }
  return [
    ...CLIP_FORMATS.filter(isAudio).flatMap((format): FormatRow[] => {
      if (format === 'mp3') return []
      const label = words.audio(clipLabel({ quality: 'audio', format }))
      const bitrate = audioOnlyBitrate(format, ASSUMED_SOURCE_AUDIO)
      return [{ option: { ...sharedFields, format, label, kind: words.audioKinds[format], bitrate } }]
    }),
    {
      option: {
        ...sharedFields,
        label: words.smallerMp3,
        kind: words.smallerMp3Kind,
        own: { bitrate: 'v2' },
        bitrate: audioOnlyBitrate('mp3', ASSUMED_SOURCE_AUDIO, 'v2'),
      },
    },
  ]
}
