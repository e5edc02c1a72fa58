import type { SourceId } from '@kerf/domain/links/link'
import type { ResolvedVideo } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** A description may be this old when a link is pasted: views and titles change slowly, and a second paste should be instant. */
const FRESH_ENOUGH_MILLISECONDS = 10 * 60_000

/** Asks the source about a video, or answers from what it said a moment ago while its addresses still live. */
export async function resolveVideo(
  deps: Deps<'database' | 'sources' | 'presets' | 'clock'>,
  { source, reference, signal }: { source: SourceId; reference: string; signal: AbortSignal },
): Promise<Outcome<ResolvedVideo>> {
  const { resolutions } = deps.database.records
  const videoSource = (await effectiveSources(deps))[source]
  if (!videoSource) return refused('source_off')
  const known = await resolutions.find(source, reference)
  if (known && isUsable(known, deps.clock.now())) return done(known.video)
  const resolution = await videoSource.resolve(reference, signal)
  if (!resolution.ok) return resolution
  await resolutions.save(source, reference, resolution.video, deps.clock.now())
  return done(resolution.video)
}

function isUsable(known: { video: ResolvedVideo; resolvedAt: Date }, now: Date): boolean {
  const { addressesExpireAt } = known.video
  if (addressesExpireAt !== null && new Date(addressesExpireAt) <= now) return false
  return now.getTime() - known.resolvedAt.getTime() < FRESH_ENOUGH_MILLISECONDS
}
