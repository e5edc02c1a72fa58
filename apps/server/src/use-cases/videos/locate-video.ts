import type { BlockSubject } from '@kerf/domain/moderation/blocking'
import type { VideoRecord } from '../../ports/clips.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { isBlocked, isBlockedBeyond, subjectOf } from './is-blocked.ts'
import { resolutionKey, resolveVideo } from './resolve-video.ts'

/**
 * Life of a cached lookup. A page reads several parts of its video at once, and a player reads one every few seconds.
 */
const LOOKUP_TTL_MILLISECONDS = 60_000
const MAX_CACHED_VIDEOS = 50
const LOCATE_TIMEOUT_MILLISECONDS = 60_000

export type LocateDeps = Deps<'database' | 'sources' | 'presets' | 'clock' | 'log' | 'caches'>

/** Without its details, a live stream is refused. It has no captions, which are read without them. */
type LocatableVideo = Pick<VideoRecord, 'source' | 'reference'> & { details?: Pick<VideoRecord['details'], 'live'> }

/**
 * Resolves a stored video to its addresses. Asks the source again for expired ones, at most once a minute, even after a
 * refusal. `checked` is a subject of the same video that the caller has just found not blocked.
 */
export async function locateVideo(
  deps: LocateDeps,
  { source, reference, details }: LocatableVideo,
  checkedSubject: BlockSubject | null = null,
): Promise<Outcome<ResolvedVideo>> {
  const { locatedVideos: cachedVideos } = deps.caches
  const now = deps.clock.now().getTime()
  for (const [name, { until }] of cachedVideos)
    if (until <= now || cachedVideos.size > MAX_CACHED_VIDEOS) cachedVideos.delete(name)
  const window = details?.live?.id ?? null
  const key = `${source} ${resolutionKey(reference, window)}`
  const isCached = cachedVideos.has(key)
  const video =
    cachedVideos.get(key)?.video ??
    resolveVideo(deps, {
      source,
      reference,
      window,
      // Independent of the caller's signal, because other callers share this lookup.
      signal: AbortSignal.timeout(LOCATE_TIMEOUT_MILLISECONDS),
      isStored: true,
    })
  if (!isCached) {
    cachedVideos.set(key, { video, until: now + LOOKUP_TTL_MILLISECONDS })
    video.catch(() => cachedVideos.delete(key))
  }
  const resolution = await video
  if (!resolution.ok) return resolution
  const { records } = deps.database
  // The new resolution may have another channel or host than the stored video, and a look-up takes time.
  const subject = subjectOf({ source, reference, details: resolution.value })
  const isRefused = await (checkedSubject && isCached
    ? isBlockedBeyond(records, subject, checkedSubject)
    : isBlocked(records, subject))
  return isRefused ? refused('link_blocked') : resolution
}
