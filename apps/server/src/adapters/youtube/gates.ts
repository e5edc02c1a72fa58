import { type LocatedRendition, PLAYLIST_CONTAINER, type ResolvedVideo } from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { isYoutubeHost } from '../outbound/youtube-hosts.ts'
import type { StepName } from './answers/resolver-step.ts'

/** Enough to be far beyond what is handed out to anybody. */
const LOOKED_AT_BYTES = 64 * 1024
const GATED_STATUSES = [403, 410]
/** YouTube changes its mind within hours. */
const REMEMBERED_MILLISECONDS = 30 * 60_000

/**
 * Finds out early whether YouTube hands out more than the beginning of a file: some clients get addresses that answer 403 after the first
 * megabyte. Looks once for each video and step.
 */
export function createGates(fetcher: GuardedFetcher, now: () => number = Date.now) {
  const looked = new Map<string, { at: number; gated: Promise<boolean> }>()
  const gatedSteps = new Map<string, { at: number; step: StepName }[]>()

  async function look(video: ResolvedVideo, signal: AbortSignal): Promise<boolean> {
    const rendition = largestOf(video.renditions)
    if (!rendition?.sizeBytes) return false
    const { address, headers, egress, sizeBytes } = rendition
    const start = Math.max(0, sizeBytes - LOOKED_AT_BYTES)
    const response = await fetcher.get(address, {
      headers: { ...headers, range: `bytes=${start}-${sizeBytes - 1}` },
      ...{ maxBytes: LOOKED_AT_BYTES, signal, allowHost: isYoutubeHost, ...(egress && { egress }) },
    })
    // Read, since an answer that is not stays open.
    if (response.status === 206) await response.bytes()
    else response.discard()
    return GATED_STATUSES.includes(response.status)
  }

  return {
    /** The steps whose addresses of this video were found dead of late. */
    of: (videoId: string): StepName[] =>
      (gatedSteps.get(videoId) ?? []).filter(({ at }) => now() - at < REMEMBERED_MILLISECONDS).map(({ step }) => step),

    /** False also when it cannot be found out now; the next caller tries again. */
    async isGated(videoId: string, step: StepName, video: ResolvedVideo, signal: AbortSignal): Promise<boolean> {
      for (const [key, { at }] of looked) if (now() - at >= REMEMBERED_MILLISECONDS) looked.delete(key)
      for (const [id, steps] of gatedSteps)
        if (steps.every(({ at }) => now() - at >= REMEMBERED_MILLISECONDS)) gatedSteps.delete(id)
      const key = `${videoId} ${step} ${video.resolvedBy?.egress}`
      const known = looked.get(key) ?? { at: now(), gated: look(video, signal) }
      looked.set(key, known)
      const gated = await known.gated.catch(() => {
        if (looked.get(key) === known) looked.delete(key)
        return false
      })
      if (gated && !this.of(videoId).includes(step))
        gatedSteps.set(videoId, [...(gatedSteps.get(videoId) ?? []), { at: now(), step }])
      return gated
    },
  }
}

function largestOf(renditions: readonly LocatedRendition[]): LocatedRendition | null {
  return renditions
    .filter(({ container, sizeBytes }) => container !== PLAYLIST_CONTAINER && sizeBytes)
    .reduce<LocatedRendition | null>((best, one) => (best && best.sizeBytes! >= one.sizeBytes! ? best : one), null)
}
