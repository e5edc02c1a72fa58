import type { SourceId } from '@kerf/domain/links/link'
import type { Clock } from '../../ports/clock.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'
import { type SourceDeps, sourcesInForce } from '../admin/effective-sources.ts'
import { done, type Outcome, refused } from '../outcome.ts'

/** A description may be this old when a link is pasted: views and titles change slowly, and a second paste should be instant. */
const FRESH_ENOUGH_MILLISECONDS = 10 * 60_000

/** Asks the source about a video, or answers from what it said a moment ago while its addresses still live. */
export function resolveVideo(deps: SourceDeps & { clock: Clock }) {
  const { resolutions } = deps.database.records
  const inForce = sourcesInForce(deps)
  return async (source: SourceId, reference: string, signal: AbortSignal): Promise<Outcome<ResolvedVideo>> => {
    const videoSource = (await inForce())[source]
    if (!videoSource) return refused('source_off')
    const known = await resolutions.find(source, reference)
    if (known && isUsable(known, deps.clock.now())) return done(known.video)
    const resolution = await videoSource.resolve(reference, signal)
    if (!resolution.ok) return resolution
    await resolutions.save(source, reference, resolution.video, deps.clock.now())
    return done(resolution.video)
  }
}

function isUsable(known: { video: ResolvedVideo; resolvedAt: Date }, now: Date): boolean {
  const { addressesExpireAt } = known.video
  if (addressesExpireAt !== null && new Date(addressesExpireAt) <= now) return false
  return now.getTime() - known.resolvedAt.getTime() < FRESH_ENOUGH_MILLISECONDS
}
