import { isPaying } from '@kerf/domain/access/viewer'
import { decideTrim, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

export interface RequestedRanges {
  ranges?: readonly TimeRange[] | undefined
  join?: boolean | undefined
}

/** What the clip shows: the ranges that were named, else the one saved with the video. To join several is for those who pay. */
export function decideRanges(
  { trim, details }: Pick<VideoRecord, 'trim' | 'details'>,
  { ranges: requested, join = true }: RequestedRanges,
  viewer: ViewerRecord,
): Outcome<TimeRange[]> {
  if (requested === undefined) return done([trim])
  const several = requested.length > 1
  if (several && !join) return refused('invalid_request', { details: SEVERAL_CLIPS })
  if (several && !isPaying(viewer.kind)) return refused('pro_feature')
  const ranges: TimeRange[] = []
  for (const [index, { startTime, endTime }] of requested.entries()) {
    const decision = decideTrim(startTime, endTime, details.durationSeconds)
    if (!decision.allowed) {
      const details = several ? `range ${index + 1}: ${decision.reason}` : decision.reason
      return refused('invalid_trim', { details })
    }
    ranges.push(decision.range)
  }
  return done(ranges)
}

const SEVERAL_CLIPS = 'A download is one clip. Ask for several clips by POST /api/batch, or join the ranges.'
