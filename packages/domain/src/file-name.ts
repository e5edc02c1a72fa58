import { PRODUCT_SLUG } from './product.ts'
import { QUALITIES, type QualityId } from './quality.ts'

/** `kerf_360p.mp4`, `kerf_1080p_hd.mp4`, `kerf_4k_2160p.mp4`, `kerf_audio_only.mp3` */
export function clipFileName(quality: QualityId): string {
  const { fileNamePart, format } = QUALITIES[quality]
  return `${PRODUCT_SLUG}_${fileNamePart}.${format}`
}

/** `kerf_batch_2026-11-20.zip`, by the day in UTC on which it was asked for. */
export function batchFileName(createdAt: Date): string {
  return `${PRODUCT_SLUG}_batch_${createdAt.toISOString().slice(0, 10)}.zip`
}
