import type { VideoRecord } from '../../ports/clips.ts'
import type { VideoSource } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'

/** Finds a viewer's own video. A blocked video is refused; its downloads remain visible. */
export async function findVideo({ database }: Deps<'database'>, { id, viewer }: Own): Promise<Outcome<VideoRecord>> {
  const video = viewer && (await database.records.videos.find(id, viewer.id))
  if (!video) return refused('not_found')
  return (await isBlocked(database.records, subjectOf(video))) ? refused('link_blocked') : done(video)
}

/** Finds a viewer's own video with its source. Refuses if the source is switched off. */
export async function findWithSource(
  deps: Deps<'database' | 'sources' | 'presets'>,
  { id, viewer }: Own,
): Promise<Outcome<{ video: VideoRecord; source: VideoSource }>> {
  const { records } = deps.database
  const video = viewer && (await records.videos.find(id, viewer.id))
  const source = video && (await effectiveSources(deps))[video.source]
  if (!video || !source) return refused('not_found')
  return (await isBlocked(records, subjectOf(video))) ? refused('link_blocked') : done({ video, source })
}
