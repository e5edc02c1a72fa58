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
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import { parseQuality, QUALITIES } from '@kerf/domain/formats/quality'
import { decideTrim, rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { done, invalidRequest, type Outcome, type Refused, refused } from '../shared/outcome.ts'

export type DownloadRequest = BodyOf<typeof requestDownload>

/** What is asked for: a row of the grid, whose format follows from it, or what there is beside the grid. */
export function decideForm(asked: Pick<DownloadRequest, 'quality' | 'format'>): Outcome<RequestedForm> {
  const quality = parseQuality(asked.quality)
  if (!quality) return refused('unknown_quality')
  const own = QUALITIES[quality].format
  const format = asked.format === undefined ? own : parseFormat(asked.format)
  const offered = CLIP_FORMATS.filter((one) => isAudio(one) === isAudio(own))
  if (format === null || !offered.includes(format))
    return invalidRequest(`"format" must be one of ${offered.join(', ')} for quality ${quality}.`)
  // Of one size: equal requests are one clip, whatever quality they were asked in.
  return done({ quality: isAnimation(format) ? ANIMATION_QUALITY : quality, format })
}

const JOINED_FORMATS: readonly ClipFormat[] = CLIP_FORMATS.filter((format) => format === 'mp4' || isAudio(format))

/** The refusal when a clip of this format cannot be of these ranges. */
export function refusedForForm(format: RequestedForm['format'], ranges: readonly TimeRange[]): Refused | null {
  if (JOINED_FORMATS.includes(format)) return null
  if (ranges.length > 1)
    return invalidRequest(`"ranges" may be several with format ${JOINED_FORMATS.join(', ')}, not ${format}.`)
  const fits = !isAnimation(format) || fitsAnimation(rangesSeconds(ranges))
  return fits ? null : refused('range_too_long')
}

/** What the clip shows: the ranges that were named, else the one saved with the video. To join several is for those who pay. */
export function decideRanges(
  { trim, details }: Pick<VideoRecord, 'trim' | 'details'>,
  { ranges: requested, join = true }: Pick<DownloadRequest, 'ranges' | 'join'>,
  viewer: ViewerRecord,
): Outcome<TimeRange[]> {
  if (requested === undefined) return done([trim])
  const several = requested.length > 1
  if (several && !join) return invalidRequest(SEVERAL_CLIPS)
  if (several && !isPaying(viewer.kind)) return refused('pro_feature')
  const ranges: TimeRange[] = []
  for (const [index, { startTime, endTime }] of requested.entries()) {
    const decision = decideTrim(startTime, endTime, details.durationSeconds)
    if (!decision.allowed) {
      const { reason } = decision
      return refused('invalid_trim', { details: several ? `range ${index + 1}: ${reason}` : reason })
    }
    ranges.push(decision.range)
  }
  return done(ranges)
}

const SEVERAL_CLIPS = '"join" must be true for several ranges: a download is one clip. POST /api/batch makes several.'
