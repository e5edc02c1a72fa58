import type { SourceId } from '@kerf/domain/links/source-ids'
import type { Resolution, ResolvedVideo } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { boundedResolution, refusedAsTooLong } from './bounded-video.ts'

/** Maximum age of a cached description that serves a pasted link. Titles and views change slowly. */
const FRESH_AGE_MILLISECONDS = 10 * 60_000

interface ResolveRequest {
  source: SourceId
  reference: string
  /** Window of a live stream that was looked up before; null for other videos, and for a pasted link. */
  window: string | null
  signal: AbortSignal
  /**
   * Set for a page that shows the title. Only a fresh resolution is used, and its addresses are checked in the
   * background.
   */
  isShown?: boolean
  /** Set for parts of a stored video. Permanent addresses are then used at any age. */
  isStored?: boolean
  /** Resolver steps whose addresses have died. */
  avoid?: readonly string[]
}

/** Key of a video's resolution. Each window of a live stream has its own. */
export const resolutionKey = (reference: string, window: string | null | undefined): string =>
  window ? `${reference} ${window}` : reference

/**
 * Resolves a video from the cache while its addresses are alive, else from the source. A window of a live stream is
 * never resolved again: the source would answer with another part of the stream.
 */
export async function resolveVideo(
  deps: Deps<'database' | 'sources' | 'presets' | 'clock' | 'log'>,
  { source, reference, window, signal, isShown = false, isStored = false, avoid = [] }: ResolveRequest,
): Promise<Outcome<ResolvedVideo>> {
  const { resolutions } = deps.database.records
  const videoSource = (await effectiveSources(deps))[source]
  if (!videoSource) return refused('source_off')
  if (window !== null) {
    const windowResolution = await resolutions.find(source, resolutionKey(reference, window))
    return windowResolution ? done(windowResolution.video) : refused('live_gone')
  }
  const cachedResolution = avoid.length === 0 ? await resolutions.find(source, reference) : null
  const isValid = cachedResolution !== null && isUsable(cachedResolution, { isShown, isStored }, deps.clock.now())
  if (isValid && (videoSource.canRead?.(cachedResolution.video) ?? true)) return done(cachedResolution.video)
  const resolution = await videoSource.resolve(reference, signal, avoid)
  if (!resolution.ok) return resolution
  const save = async (unbounded: ResolvedVideo): Promise<ResolvedVideo | null> => {
    const video = boundedResolution(source, unbounded)
    if (!video) return null
    await resolutions.save(source, reference, video, deps.clock.now())
    if (video.live) await resolutions.save(source, resolutionKey(reference, video.live.id), video, deps.clock.now())
    return video
  }
  const video = await save(resolution.video)
  if (!video) return refusedAsTooLong()
  // Times of a recording mean nothing in a stream that has begun at its address meanwhile.
  if (video.live && !isShown) return refused('live_gone')
  const replaceDead = async (replacement: Resolution | null): Promise<void> => {
    if (replacement) await (replacement.ok ? save(replacement.video) : resolutions.forget(source, reference))
  }
  // Not awaited: a later download finds the checked addresses in the cache.
  if (isShown)
    void resolution
      .checked?.()
      .then(replaceDead)
      .catch((error: unknown) => deps.log.warn({ source, reference, err: error }, 'addresses could not be checked'))
  return done(video)
}

function isUsable(
  cachedResolution: { video: ResolvedVideo; resolvedAt: Date },
  { isShown, isStored }: Required<Pick<ResolveRequest, 'isShown' | 'isStored'>>,
  now: Date,
): boolean {
  const { addressesExpireAt, live } = cachedResolution.video
  // A link that is pasted again is to show what has come since.
  if (live) return false
  const isFresh = now.getTime() - cachedResolution.resolvedAt.getTime() < FRESH_AGE_MILLISECONDS
  if (addressesExpireAt === null) return isFresh || isStored
  return new Date(addressesExpireAt) > now && (isFresh || !isShown)
}
