import type { VideoRecord } from '../../ports/clips.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'
import { resolveVideo } from './resolve-video.ts'

/** A page asks for several parts of its video at once, and a player for a new one every few seconds. */
const KEEP_MILLISECONDS = 60_000
const MOST_LOCATED = 50
const LOCATE_TIMEOUT_MILLISECONDS = 60_000

export type LocateDeps = Deps<'database' | 'sources' | 'presets' | 'clock' | 'log' | 'caches'>

/** A stored video with its addresses. Its source is asked again where they have died: at most once a minute, whatever it answers. */
export async function locateVideo(
  deps: LocateDeps,
  { source, reference }: Pick<VideoRecord, 'source' | 'reference'>,
): Promise<Outcome<ResolvedVideo>> {
  const { located } = deps.caches
  const now = deps.clock.now().getTime()
  for (const [name, { until }] of located) if (until <= now || located.size > MOST_LOCATED) located.delete(name)
  const key = `${source} ${reference}`
  // Not ended with the call that begins it: others wait for it, too.
  const signal = AbortSignal.timeout(LOCATE_TIMEOUT_MILLISECONDS)
  const video = located.get(key)?.video ?? resolveVideo(deps, { source, reference, signal, isStored: true })
  if (!located.has(key)) {
    located.set(key, { video, until: now + KEEP_MILLISECONDS })
    video.catch(() => located.delete(key))
  }
  const found = await video
  // It may come from elsewhere than when the video was stored.
  const isRefused =
    found.ok && (await isBlocked(deps.database.records, subjectOf({ source, reference, details: found.value })))
  return isRefused ? refused('link_blocked') : found
}
