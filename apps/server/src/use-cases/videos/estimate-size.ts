import { fitsAnimation, isAnimation } from '@kerf/domain/formats/clip-format'
import { chooseForm, type RequestedForm } from '@kerf/domain/formats/format-choice'
import { isH264, type RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { approximateClipBytes, clipBitrate } from '@kerf/domain/sizes/clip-size'
import { formSize, LONGEST_MEASURED_SECONDS } from '@kerf/domain/sizes/clip-size-index'
import { estimateRanges } from '@kerf/domain/sizes/estimate-range'
import type { MeasuredRequest } from '../../ports/measured-request.ts'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'

/**
 * Bytes of a clip, by what its part weighs or, where that tells nothing, by making some of it. null where nobody can tell.
 * Throws SourceReadError.
 */
export async function estimateSize(
  { details, source }: { details: ResolvedVideo; source: VideoSource },
  form: RequestedForm,
  range: TimeRange,
  artworkBytes: () => Promise<number>,
  signal: AbortSignal,
): Promise<number | null> {
  const { renditions, durationSeconds } = details
  const choice = chooseForm(renditions, form)
  if (!choice) return null
  const request = measuredRequest(form, choice, range)
  if (request) return (await source.measureSize?.({ choice, request, range }, signal)) ?? null
  if (isAnimation(form.format)) return null
  const sizeIndex = await source.readSizeIndex?.(details, signal).catch(() => null)
  signal.throwIfAborted()
  const known = { durationSeconds, artworkBytes: form.format === 'mp3' ? await artworkBytes() : 0 }
  const weight = sizeIndex && formSize(renditions, form, known, sizeIndex)
  if (sizeIndex && weight) return estimateRanges(sizeIndex, weight, [range])
  const bitrate = form.format === 'original' ? null : clipBitrate(renditions, form.quality, durationSeconds)
  return bitrate === null ? null : approximateClipBytes(bitrate, range.endTime - range.startTime)
}

/** What no index tells, as the engine makes it; null for what one does, and for what is not made. */
function measuredRequest(
  { format }: RequestedForm,
  { video, scaleToLines }: RenditionChoice,
  { startTime, endTime }: TimeRange,
): MeasuredRequest | null {
  const seconds = endTime - startTime
  if (isAnimation(format)) return fitsAnimation(seconds) ? { kind: format } : null
  if (format === 'png') return { kind: 'still', height: scaleToLines }
  const isMeasured = format === 'original' && video !== null && !isH264(video) && seconds < LONGEST_MEASURED_SECONDS
  return isMeasured ? { kind: 'original' } : null
}
