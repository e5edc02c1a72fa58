import type { VideoRecord } from '../../ports/clips.ts'
import type { VideoSource } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'

/** Finds a viewer's own video. A blocked video is refused; its downloads remain visible. */
export async function findVideo(deps: Deps<'database' | 'caches'>, ownVideo: Own): Promise<Outcome<VideoRecord>> {
  const video = await findOwn(deps, ownVideo)
  if (!video) return refused('not_found')
  return (await isBlocked(deps.database.records, subjectOf(video))) ? refused('link_blocked') : done(video)
}

/** Finds a viewer's own video with its source. Refuses if the source is switched off. */
export async function findWithSource(
  deps: Deps<'database' | 'sources' | 'presets' | 'caches'>,
  ownVideo: Own,
): Promise<Outcome<{ video: VideoRecord; source: VideoSource }>> {
  const video = await findOwn(deps, ownVideo)
  const source = video && (await effectiveSources(deps))[video.source]
  if (!video || !source) return refused('not_found')
  return (await isBlocked(deps.database.records, subjectOf(video))) ? refused('link_blocked') : done({ video, source })
}

/** A viewer's own video, cached: a dragged handle reads it many times a second. */
async function findOwn({ database, caches }: Deps<'database' | 'caches'>, { id, viewer }: Own) {
  return viewer && (await caches.videos(`${viewer.id} ${id}`, () => database.records.videos.find(id, viewer.id)))
}
