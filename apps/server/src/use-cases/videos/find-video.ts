import type { VideoRecord } from '../../ports/clips.ts'
import type { VideoSource } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'

/** Finds a viewer's own video. A blocked video is refused; its downloads remain visible. */
export async function findVideo(deps: Deps<'database' | 'caches'>, ownVideo: Own): Promise<Outcome<VideoRecord>> {
  const own = await findOwn(deps, ownVideo)
  if (!own) return refused('not_found')
  return own.isBlocked ? refused('link_blocked') : done(own.video)
}

/** Finds a viewer's own video with its source. Refuses if the source is switched off. */
export async function findWithSource(
  deps: Deps<'database' | 'sources' | 'presets' | 'caches'>,
  ownVideo: Own,
): Promise<Outcome<{ video: VideoRecord; source: VideoSource }>> {
  const own = await findOwn(deps, ownVideo)
  const source = own && (await effectiveSources(deps))[own.video.source]
  if (!own || !source) return refused('not_found')
  return own.isBlocked ? refused('link_blocked') : done({ video: own.video, source })
}

/** A viewer's own video, and whether it is blocked. Cached: a dragged handle reads it many times a second. */
async function findOwn({ database: { records }, caches }: Deps<'database' | 'caches'>, { id, viewer }: Own) {
  if (!viewer) return null
  return caches.videos(`${viewer.id} ${id}`, async () => {
    const video = await records.videos.find(id, viewer.id)
    return video && { video, isBlocked: await isBlocked(records, subjectOf(video)) }
  })
}
