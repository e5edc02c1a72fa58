import type { SubtitleFileFormat } from '../captions/transcript.ts'
import { PRODUCT_SLUG } from '../site/product.ts'
import { type ClipFormat, clipContainer, isAnimation, type OriginalContainer } from './clip-format.ts'
import { QUALITIES, type QualityId } from './quality.ts'

interface NamedClip {
  quality: QualityId
  format: ClipFormat
  /** Of a finished clip in its source's own codecs. */
  container?: OriginalContainer | undefined
}

/** `kerf_360p.mp4`, `kerf_1080p_hd.mp4`, `kerf_audio_only.mp3`, `kerf_720p_original.webm`, `kerf_720p_still.png`, `kerf_animation.gif` */
export function clipFileName({ quality, format, container }: NamedClip): string {
  const part = isAnimation(format) ? 'animation' : QUALITIES[quality].fileNamePart
  const kind = format === 'original' ? '_original' : format === 'png' ? '_still' : ''
  return `${PRODUCT_SLUG}_${part}${kind}.${clipContainer(format, container)}`
}

/** Files that come with a clip, named like it so that players find them: `kerf_360p.srt`, `kerf_360p.vtt`, `kerf_360p.zip`. */
export function fileNameBeside(clipName: string, ending: SubtitleFileFormat | 'zip'): string {
  return `${clipName.replace(/\.[^.]*$/, '')}.${ending}`
}

/** `kerf_batch_2026-11-20.zip`, by the day in UTC on which it was asked for. */
export function batchFileName(createdAt: Date): string {
  return `${PRODUCT_SLUG}_batch_${createdAt.toISOString().slice(0, 10)}.zip`
}
