import type { SourceId } from '@kerf/domain/links/link'
import type { Resolution, ResolvedVideo } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { boundedResolution, refusedAsTooLong } from './bounded-video.ts'

/** A description may be this old when a link is pasted: views and titles change slowly, and a second paste should be instant. */
const FRESH_ENOUGH_MILLISECONDS = 10 * 60_000

interface Wanted {
  source: SourceId
  reference: string
  signal: AbortSignal
  /** For the page: its title has to be fresh, and no download has been asked for yet. */
  isShown?: boolean
  /** For parts of a video that is stored: addresses that are alive are good, however old. */
  isStored?: boolean
  /** The steps whose addresses have died meanwhile. */
  avoid?: readonly string[]
}

/** Asks the source about a video, or answers from what it said before while its addresses still live. */
export async function resolveVideo(
  deps: Deps<'database' | 'sources' | 'presets' | 'clock' | 'log'>,
  { source, reference, signal, isShown = false, isStored = false, avoid = [] }: Wanted,
): Promise<Outcome<ResolvedVideo>> {
  const { resolutions } = deps.database.records
  const videoSource = (await effectiveSources(deps))[source]
  if (!videoSource) return refused('source_off')
  const known = avoid.length === 0 ? await resolutions.find(source, reference) : null
  if (known && isUsable(known, { isShown, isStored }, deps.clock.now()) && (videoSource.canRead?.(known.video) ?? true))
    return done(known.video)
  const resolution = await videoSource.resolve(reference, signal, avoid)
  if (!resolution.ok) return resolution
  const save = async (found: ResolvedVideo): Promise<ResolvedVideo | null> => {
    const video = boundedResolution(source, found)
    if (video) await resolutions.save(source, reference, video, deps.clock.now())
    return video
  }
  const video = await save(resolution.video)
  if (!video) return refusedAsTooLong()
  const replaceDead = async (other: Resolution | null): Promise<void> => {
    if (other) await (other.ok ? save(other.video) : resolutions.forget(source, reference))
  }
  // Nobody waits for it; who asks for a download later finds what lives.
  if (isShown)
    void resolution
      .checked?.()
      .then(replaceDead)
      .catch((error: unknown) => deps.log.warn({ source, reference, err: error }, 'addresses could not be checked'))
  return done(video)
}

function isUsable(
  known: { video: ResolvedVideo; resolvedAt: Date },
  { isShown, isStored }: Required<Pick<Wanted, 'isShown' | 'isStored'>>,
  now: Date,
): boolean {
  const { addressesExpireAt } = known.video
  const isFresh = now.getTime() - known.resolvedAt.getTime() < FRESH_ENOUGH_MILLISECONDS
  if (addressesExpireAt === null) return isFresh || isStored
  return new Date(addressesExpireAt) > now && (isFresh || !isShown)
}
