import type { requestDownload } from '@kerf/contract/download'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { isPaying } from '@kerf/domain/access/viewer'
import {
  ANIMATION_QUALITY,
  CLIP_FORMATS,
  type ClipFormat,
  fitsAnimation,
  isAnimation,
  isAudio,
  parseFormat,
} from '@kerf/domain/formats/clip-format'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
import { parseQuality, QUALITIES } from '@kerf/domain/formats/quality'
import { decideTrim, rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { done, invalidRequest, type Outcome, type Refused, refused } from '../shared/outcome.ts'

export type DownloadRequest = BodyOf<typeof requestDownload>

/** Checks the requested quality and format. The format defaults to the quality's own. */
export function decideForm(request: Pick<DownloadRequest, 'quality' | 'format'>): Outcome<ClipForm> {
  const quality = parseQuality(request.quality)
  if (!quality) return refused('unknown_quality')
  const defaultFormat = QUALITIES[quality].format
  const format = request.format === undefined ? defaultFormat : parseFormat(request.format)
  const formats = CLIP_FORMATS.filter((candidate) => isAudio(candidate) === isAudio(defaultFormat))
  if (format === null || !formats.includes(format))
    return invalidRequest(`"format" must be one of ${formats.join(', ')} for quality ${quality}.`)
  // Animations have one quality, so that requests in any quality share one clip.
  return done({ quality: isAnimation(format) ? ANIMATION_QUALITY : quality, format })
}

const JOINED_FORMATS: readonly ClipFormat[] = CLIP_FORMATS.filter((format) => format === 'mp4' || isAudio(format))

/** Refusal if a clip of this format cannot have these ranges; null if it can. */
export function refusedForForm(format: ClipForm['format'], ranges: readonly TimeRange[]): Refused | null {
  if (JOINED_FORMATS.includes(format)) return null
  if (ranges.length > 1)
    return invalidRequest(`"ranges" may be several with format ${JOINED_FORMATS.join(', ')}, not ${format}.`)
  const isWithinLimits = !isAnimation(format) || fitsAnimation(rangesSeconds(ranges))
  return isWithinLimits ? null : refused('range_too_long')
}

/**
 * Decides the clip's ranges: the requested ones, else the one saved with the video. Joining several needs a paid plan.
 */
export function decideRanges(
  { trim, details }: Pick<VideoRecord, 'trim' | 'details'>,
  { ranges: requestedRanges, join = true }: Pick<DownloadRequest, 'ranges' | 'join'>,
  viewer: ViewerRecord,
): Outcome<TimeRange[]> {
  if (requestedRanges === undefined) return done([trim])
  const isJoined = requestedRanges.length > 1
  if (isJoined && !join) return invalidRequest(JOIN_MEANING)
  if (isJoined && !isPaying(viewer.kind)) return refused('pro_feature')
  const ranges: TimeRange[] = []
  for (const [index, { startTime, endTime }] of requestedRanges.entries()) {
    const decision = decideTrim(startTime, endTime, details.durationSeconds)
    if (!decision.allowed) {
      const { reason } = decision
      return refused('invalid_trim', { details: isJoined ? `range ${index + 1}: ${reason}` : reason })
    }
    ranges.push(decision.range)
  }
  return done(ranges)
}

const JOIN_MEANING = '"join" must be true for several ranges: a download is one clip. POST /api/batch makes several.'
