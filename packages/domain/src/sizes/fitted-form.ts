import { chooseForm } from '../formats/format-choice.ts'
import { QUALITIES, QUALITY_IDS, type QualityId } from '../formats/quality.ts'
import { heightOfQuality, type Rendition, type RenditionChoice } from '../formats/rendition-choice.ts'
import { rangesSeconds, type TimeRange } from '../ranges/time-range.ts'
import { clipBitrate, type EstimatedForm } from './size-estimate.ts'

/** A quality of the grid, and what an MP4 of it takes on average, in bits a second; null: the video does not have it. */
export interface OfferedQuality {
  quality: QualityId
  bitrate: number | null
  /** Of its frames; absent: that of the quality. */
  height?: number | null | undefined
}

/** What a clip becomes so that its file is not larger than a limit. An estimate: the cutter measures, and may go lower. */
export interface FittedForm {
  /** What it is made of: the quality that was asked for, or a smaller one. */
  quality: QualityId
  /** Of the shorter side of its frames, at most. */
  height: number
  /** It fits as it would be made without a limit. */
  fitsAsItIs: boolean
}

/** Sizes of parts vary around the average. What does not fit in the end is re-encoded, whatever was said. */
const SURE_SHARE = 0.95
/** With fewer of its own bits than this, frames come out below 32 dB, and look better smaller. */
const LEAST_BITS_SHARE = 1 / 6
/** More than so many times the usual bitrate is the waste of a camera, which nobody needs a share of. */
const MOST_USUAL_BITRATES = 3
/** Of a limit, and in bits a second: as the cutter has it (plan/size-limit.ts). */
const AUDIO = { share: 1 / 6, least: 64_000, most: 128_000 } as const
/** With fewer bits a second than this, there is no video. */
const LEAST_VIDEO_BITRATE = 20_000
/** Smaller than any quality of the grid. */
const SMALLEST_HEIGHT = 180

/**
 * What is made of a clip under a limit: said beforehand, and done. null: it is too long for any size.
 * @param asked the quality that was chosen; the largest, where nobody chose
 */
export function fittedForm(
  offered: readonly OfferedQuality[],
  asked: QualityId,
  { seconds, maxBytes }: { seconds: number; maxBytes: number },
): FittedForm | null {
  const bitrate = (8 * maxBytes) / seconds
  const videoBitrate = bitrate - Math.min(AUDIO.most, Math.max(AUDIO.least, AUDIO.share * bitrate))
  if (videoBitrate < LEAST_VIDEO_BITRATE) return null
  const sizes = QUALITY_IDS.slice(QUALITY_IDS.indexOf(asked)).flatMap((quality) => {
    const { typicalBitrate } = QUALITIES[quality]
    const option = offered.find((one) => one.quality === quality)
    const { bitrate: own = null, height = QUALITIES[quality].height } = option ?? {}
    return height === null || own === null ? [] : [{ quality, height, own, typicalBitrate }]
  })
  for (const { quality, height, own, typicalBitrate } of sizes) {
    const fitsAsItIs = own <= SURE_SHARE * bitrate
    const needed = LEAST_BITS_SHARE * Math.min(own, MOST_USUAL_BITRATES * typicalBitrate)
    if (fitsAsItIs || videoBitrate >= needed) return { quality, height, fitsAsItIs }
  }
  const smallest = sizes.at(-1)
  if (!smallest) return null
  return { quality: smallest.quality, height: Math.min(smallest.height, SMALLEST_HEIGHT), fitsAsItIs: false }
}

/** What the grid offers of these renditions, largest first. */
export function offeredQualities(renditions: readonly Rendition[], durationSeconds: number): OfferedQuality[] {
  return QUALITY_IDS.map((quality) => ({
    quality,
    bitrate: clipBitrate(renditions, { quality, format: QUALITIES[quality].format }, durationSeconds),
    height: heightOfQuality(renditions, quality),
  }))
}

/** null where there is audio alone. */
export function largestQuality(renditions: readonly Rendition[], durationSeconds: number): QualityId | null {
  const offered = offeredQualities(renditions, durationSeconds)
  return offered.find(({ quality, bitrate }) => bitrate !== null && QUALITIES[quality].height !== null)?.quality ?? null
}

/**
 * The renditions that give a clip of this form at the least cost; under a limit, those of the size that it will have. null
 * when the video does not have the form.
 */
export function chooseFitting<R extends Rendition>(
  renditions: readonly R[],
  { ranges, ...form }: EstimatedForm & { ranges: readonly TimeRange[] },
  durationSeconds: number,
): RenditionChoice<R> | null {
  const { maxBytes } = form.options ?? {}
  const asked = chooseForm(renditions, form, form.options)
  if (maxBytes === undefined || form.format !== 'mp4' || !asked) return asked
  const offered = offeredQualities(renditions, durationSeconds)
  const fitted = fittedForm(offered, form.quality, { seconds: rangesSeconds(ranges), maxBytes })
  const choice = fitted && chooseForm(renditions, { ...form, quality: fitted.quality }, form.options)
  // What fits at no size is refused by the cutter, in words.
  if (!fitted || !choice) return asked
  const isSmaller = fitted.height < (heightOfQuality(renditions, fitted.quality) ?? 0)
  return isSmaller ? { ...choice, scaleToHeight: fitted.height } : choice
}
