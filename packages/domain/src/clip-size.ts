import { AUDIO_BITRATE, QUALITIES, type QualityId } from './quality.ts'
import { chooseRenditions, type Rendition } from './rendition-choice.ts'

/** Bits a second that a clip of this quality will have, from what the source says about its renditions. */
export function clipBitrate(
  renditions: readonly Rendition[],
  quality: QualityId,
  durationSeconds: number,
): number | null {
  const choice = chooseRenditions(renditions, quality)
  if (!choice) return null
  if (!choice.video) return AUDIO_BITRATE
  const own = renditionBitrate(choice.video, durationSeconds)
  const typical = QUALITIES[quality].typicalBitrate
  // Scaling down a calm picture does not make it larger than it was.
  const picture = choice.scaleToLines === null ? own : Math.min(typical, own ?? typical)
  const sound =
    choice.audio && choice.audio !== choice.video ? (renditionBitrate(choice.audio, durationSeconds) ?? 128_000) : 0
  return (picture ?? typical) + sound
}

/** The average over the whole file is the best guess for a part of it; a declared bitrate is often a peak. */
function renditionBitrate(rendition: Rendition, durationSeconds: number): number | null {
  if (rendition.sizeBytes !== null && durationSeconds > 0) return (rendition.sizeBytes * 8) / durationSeconds
  return rendition.bitrate
}

export function approximateClipBytes(bitrate: number, rangeSeconds: number): number {
  return Math.round((bitrate * rangeSeconds) / 8)
}
