import { chooseClipRenditions } from '../formats/format-choice.ts'
import { QUALITIES, QUALITY_IDS, type QualityId } from '../formats/quality.ts'
import { heightOfQuality, type Rendition, type RenditionChoice } from '../formats/rendition-choice.ts'
import { rangesSeconds, type TimeRange } from '../ranges/time-range.ts'
import { clipBitrate, type EstimatedForm } from './size-estimate.ts'

/** A quality of the download table, and the average bits per second of its MP4; null if the video does not have it. */
export interface OfferedQuality {
  quality: QualityId
  bitrate: number | null
  /** Height of its frames in pixels; absent: the quality's own height. */
  height?: number | null | undefined
}

/** Estimated form of a clip under a size limit. The cutter measures, and may choose a smaller one. */
export interface FittedForm {
  /** The requested quality, or a smaller one. */
  quality: QualityId
  /** Maximum length of the shorter side, in pixels. */
  height: number
  /** Whether the clip fits without any change. */
  fitsAsItIs: boolean
}

/** Share of the limit below which a copy is assumed to fit: the bitrate of a range may exceed the video's average. */
const SAFE_SHARE = 0.95
/** Share of a rendition's bits below which frames get worse than 32 dB, so that a smaller size looks better. */
const MIN_BITS_SHARE = 1 / 6
/** Multiple of the typical bitrate above which more bits do not count, as in camera files. */
const MAX_USUAL_BITRATES = 3
/** Bitrate of the audio: a share of the clip's, within bounds, as in the cutter's plan/size-limit.ts. */
const AUDIO_BITRATE = { share: 1 / 6, least: 64_000, most: 128_000 } as const
/** Lowest bitrate of video. */
const MIN_VIDEO_BITRATE = 20_000
/** Height below all qualities of the download table, in pixels. */
const MIN_HEIGHT = 180

/**
 * Form of a clip under a size limit, for the estimate and for the cut. null if the clip is too long for any size.
 * @param requestedQuality the requested quality, or the largest one without a request
 */
export function fittedForm(
  offeredQualityList: readonly OfferedQuality[],
  requestedQuality: QualityId,
  { seconds, maxBytes }: { seconds: number; maxBytes: number },
): FittedForm | null {
  const bitrate = (8 * maxBytes) / seconds
  const videoBitrate =
    bitrate - Math.min(AUDIO_BITRATE.most, Math.max(AUDIO_BITRATE.least, AUDIO_BITRATE.share * bitrate))
  if (videoBitrate < MIN_VIDEO_BITRATE) return null
  const candidates = QUALITY_IDS.slice(QUALITY_IDS.indexOf(requestedQuality)).flatMap((quality) => {
    const { typicalBitrate } = QUALITIES[quality]
    const option = offeredQualityList.find((candidate) => candidate.quality === quality)
    const { bitrate: own = null, height = QUALITIES[quality].height } = option ?? {}
    return height === null || own === null ? [] : [{ quality, height, own, typicalBitrate }]
  })
  for (const { quality, height, own: ownBitrate, typicalBitrate } of candidates) {
    const fitsAsItIs = ownBitrate <= SAFE_SHARE * bitrate
    const neededBitrate = MIN_BITS_SHARE * Math.min(ownBitrate, MAX_USUAL_BITRATES * typicalBitrate)
    if (fitsAsItIs || videoBitrate >= neededBitrate) return { quality, height, fitsAsItIs }
  }
  const smallestCandidate = candidates.at(-1)
  if (!smallestCandidate) return null
  return {
    quality: smallestCandidate.quality,
    height: Math.min(smallestCandidate.height, MIN_HEIGHT),
    fitsAsItIs: false,
  }
}

/** Qualities of the download table for these renditions, largest first. */
export function offeredQualities(renditions: readonly Rendition[], durationSeconds: number): OfferedQuality[] {
  return QUALITY_IDS.map((quality) => ({
    quality,
    bitrate: clipBitrate(renditions, { quality, format: QUALITIES[quality].format }, durationSeconds),
    height: heightOfQuality(renditions, quality),
  }))
}

/** Largest quality that the video has; null for audio only. */
export function largestQuality(renditions: readonly Rendition[], durationSeconds: number): QualityId | null {
  const qualities = offeredQualities(renditions, durationSeconds)
  return (
    qualities.find(({ quality, bitrate }) => bitrate !== null && QUALITIES[quality].height !== null)?.quality ?? null
  )
}

/**
 * The renditions from which a clip of this form is made at the least cost. With a size limit, they have the quality
 * that fits the limit. null if the video does not have the form.
 */
export function chooseFitting<R extends Rendition>(
  renditions: readonly R[],
  { ranges, ...form }: EstimatedForm & { ranges: readonly TimeRange[] },
  durationSeconds: number,
): RenditionChoice<R> | null {
  const { maxBytes } = form.options ?? {}
  const requestedChoice = chooseClipRenditions(renditions, form, form.options)
  if (maxBytes === undefined || form.format !== 'mp4' || !requestedChoice) return requestedChoice
  const qualities = offeredQualities(renditions, durationSeconds)
  const fittedSize = fittedForm(qualities, form.quality, { seconds: rangesSeconds(ranges), maxBytes })
  const choice = fittedSize && chooseClipRenditions(renditions, { ...form, quality: fittedSize.quality }, form.options)
  // The cutter refuses a clip that fits at no size, with the reason.
  if (!fittedSize || !choice) return requestedChoice
  const isSmaller = fittedSize.height < (heightOfQuality(renditions, fittedSize.quality) ?? 0)
  return isSmaller ? { ...choice, scaleToHeight: fittedSize.height } : choice
}
