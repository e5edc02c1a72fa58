import { decideTrim, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord } from '../../ports/clips.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findVideo } from './find-video.ts'

/** Saves a range with a video: what a download that names none is of. */
export async function setTrim(
  deps: Deps<'database'>,
  { id, viewer, asked }: Own & { asked: TimeRange },
): Promise<Outcome<VideoRecord>> {
  const video = await findVideo(deps, { id, viewer })
  if (!video.ok) return video
  const decision = decideTrim(asked.startTime, asked.endTime, video.value.details.durationSeconds)
  if (!decision.allowed) return refused('invalid_trim', { details: decision.reason })
  await deps.database.records.videos.setTrim(id, decision.range)
  return done({ ...video.value, trim: decision.range })
}
