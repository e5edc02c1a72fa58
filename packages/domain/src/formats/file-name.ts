import type { SubtitleFileFormat } from '../captions/transcript.ts'
import { PRODUCT_SLUG } from '../site/product.ts'
import { type ClipFormat, clipContainer, isAnimation, type OriginalContainer } from './clip-format.ts'
import type { ClipOptions } from './clip-options.ts'
import { QUALITIES, type QualityId } from './quality.ts'
import { type FrameShape, unusualHeight } from './rendition-choice.ts'

/** Facts that give the height in the name of a clip. */
export interface SizedClip {
  quality: QualityId
  /** Facts of a finished clip: its container if it is `original`, and the size of its frames. */
  receipt?: { container?: OriginalContainer | undefined; size?: FrameShape | undefined } | null | undefined
  options?: ClipOptions | undefined
}

export interface NamedClip extends SizedClip {
  format: ClipFormat
}

/**
 * File name of a clip: `kerf_360p.mp4`, `kerf_1080p_hd.mp4`, `kerf_audio_only.mp3`, `kerf_720p_original.webm`,
 * `kerf_720p_still.png`, `kerf_animation.gif`. Options add parts: `kerf_360p_9x16_10mb.mp4`, `kerf_720p_crop.mp4`,
 * `kerf_audio_only_128k.mp3`.
 */
export function clipFileName({ quality, format, receipt, options = {} }: NamedClip): string {
  const part = isAnimation(format) ? 'animation' : sizePart({ quality, receipt, options })
  const kind = format === 'original' ? '_original' : format === 'png' ? '_still' : ''
  return `${PRODUCT_SLUG}_${part}${kind}${fitPart(options)}.${clipContainer(format, receipt?.container)}`
}

/** Part of the name for the quality: `1080p_hd`; `240p` or `1440p` if the frames have no usual height. */
export function sizePart({ quality, receipt, options = {} }: SizedClip): string {
  const isWhole = options.crop === undefined && options.maxBytes === undefined
  const ownHeight = isWhole && receipt?.size ? unusualHeight(receipt.size, quality) : null
  return ownHeight === null ? QUALITIES[quality].fileNamePart : `${ownHeight}p`
}

/** Part of the name for the options, so that clips of the same video have different names. */
function fitPart({ crop, maxBytes, bitrate }: ClipOptions): string {
  const parts = [
    crop && (typeof crop === 'string' ? crop.replace(':', 'x') : 'crop'),
    maxBytes && (maxBytes < 1_000_000 ? `${Math.floor(maxBytes / 1000)}kb` : `${Math.floor(maxBytes / 1e5) / 10}mb`),
    bitrate,
  ]
  return parts.map((part) => (part ? `_${part}` : '')).join('')
}

/** Name of a file beside a clip, with the clip's name so that players find it: `kerf_360p.srt`, `kerf_360p.zip`. */
export function fileNameBeside(clipName: string, extension: SubtitleFileFormat | 'zip'): string {
  return `${clipName.replace(/\.[^.]*$/, '')}.${extension}`
}

/** Name of a batch, with the UTC day of its request: `kerf_batch_2026-11-20.zip`. */
export function batchFileName(createdAt: Date): string {
  return `${PRODUCT_SLUG}_batch_${createdAt.toISOString().slice(0, 10)}.zip`
}
