import { decideTrim } from '@kerf/domain/trim-range'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../deps.ts'
import { isBlocked, subjectOf } from '../moderation/is-blocked.ts'
import { done, type Outcome, refused } from '../outcome.ts'

/** Sets the range that the next download of this video will have. */
export async function setTrim(
  deps: Deps<'database'>,
  { videoId, asked, viewer }: { videoId: string; asked: { startTime: number; endTime: number }; viewer: ViewerRecord },
): Promise<Outcome<VideoRecord>> {
  const { records } = deps.database
  const video = await records.videos.find(videoId, viewer.id)
  if (!video) return refused('not_found')
  if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
  const decision = decideTrim(asked.startTime, asked.endTime, video.details.durationSeconds)
  if (!decision.allowed) return refused('invalid_trim', { details: decision.reason })
  await records.videos.setRange(video.id, decision.range)
  return done({ ...video, range: decision.range })
}
