import { decideTrim, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'

/** Saves a range with a video: what a download that names none is of. */
export async function setTrim(
  deps: Deps<'database'>,
  { videoId, asked, viewer }: { videoId: string; asked: TimeRange; viewer: ViewerRecord },
): Promise<Outcome<VideoRecord>> {
  const { records } = deps.database
  const video = await records.videos.find(videoId, viewer.id)
  if (!video) return refused('not_found')
  if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
  const decision = decideTrim(asked.startTime, asked.endTime, video.details.durationSeconds)
  if (!decision.allowed) return refused('invalid_trim', { details: decision.reason })
  await records.videos.setTrim(video.id, decision.range)
  return done({ ...video, trim: decision.range })
}
