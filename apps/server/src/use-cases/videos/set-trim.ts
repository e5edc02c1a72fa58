import { decideTrim, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord } from '../../ports/clips.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findVideo } from './find-video.ts'

/** Saves a range with a video. Downloads without a range of their own use it. */
export async function setTrim(
  deps: Deps<'database' | 'caches'>,
  { id, viewer, range }: Own & { range: TimeRange },
): Promise<Outcome<VideoRecord>> {
  const video = await findVideo(deps, { id, viewer })
  if (!video.ok) return video
  const decision = decideTrim(range.startTime, range.endTime, video.value.details.durationSeconds)
  if (!decision.allowed) return refused('invalid_trim', { details: decision.reason })
  await deps.database.records.videos.setTrim(id, decision.range)
  return done({ ...video.value, trim: decision.range })
}
