import { decideTrim, type TrimRange } from '@kerf/domain/trim-range'
import { isPaying } from '@kerf/domain/viewer'
import type { VideoRecord, ViewerRecord, Wish } from '../../ports/clips.ts'
import { done, type Outcome, refused } from '../outcome.ts'

export interface AskedRange {
  startTime: number
  endTime: number
}

/** What of a video a clip shows. */
export type WishedSpan = Pick<Wish, 'range' | 'joined'>

/** The video's current range; or the ranges that were named, which are joined for those who pay. */
export function decideSpan(
  video: VideoRecord,
  asked: readonly AskedRange[] | undefined,
  viewer: ViewerRecord,
): Outcome<WishedSpan> {
  if (asked === undefined) return done({ range: video.range, joined: null })
  if (!isPaying(viewer.kind)) return refused('pro_feature')
  const joined: TrimRange[] = []
  for (const [index, { startTime, endTime }] of asked.entries()) {
    const decision = decideTrim(startTime, endTime, video.details.durationSeconds)
    if (!decision.allowed) return refused('invalid_trim', { details: `range ${index + 1}: ${decision.reason}` })
    joined.push(decision.range)
  }
  return done({ range: hullOf(joined), joined })
}

function hullOf(ranges: readonly TrimRange[]): TrimRange {
  return {
    startSeconds: Math.min(...ranges.map(({ startSeconds }) => startSeconds)),
    endSeconds: Math.max(...ranges.map(({ endSeconds }) => endSeconds)),
  }
}
