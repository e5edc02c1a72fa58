import { type LocatedRendition, PLAYLIST_CONTAINER, type ResolvedVideo } from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { isYoutubeHost } from '../outbound/youtube-hosts.ts'
import type { StepName } from './answers/resolver-step.ts'

/** Enough to be far beyond what is handed out to anybody. */
const LOOKED_AT_BYTES = 64 * 1024
const DEAD_STATUSES = [403, 410]
/** YouTube changes its mind within hours. */
const REMEMBERED_MILLISECONDS = 30 * 60_000

/**
 * Finds out early whether YouTube hands out more than the beginning of a file: some clients get URLs that answer 403 after the first
 * megabyte. Looks once for each video and step.
 */
export function createDeadUrls(fetcher: GuardedFetcher, now: () => number = Date.now) {
  const looked = new Map<string, { at: number; isDead: Promise<boolean> }>()
  const stepsOfVideo = new Map<string, { at: number; step: StepName }[]>()

  async function look(video: ResolvedVideo, signal: AbortSignal): Promise<boolean> {
    const rendition = largestOf(video.renditions)
    if (!rendition?.sizeBytes) return false
    const { address, headers, egress, sizeBytes } = rendition
    const start = Math.max(0, sizeBytes - LOOKED_AT_BYTES)
    const response = await fetcher.get(address, {
      headers: { ...headers, range: `bytes=${start}-${sizeBytes - 1}` },
      maxBytes: LOOKED_AT_BYTES,
      signal,
      allowHost: isYoutubeHost,
      ...(egress && { egress }),
    })
    // Read, since an answer that is not stays open.
    if (response.status === 206) await response.bytes()
    else response.discard()
    return DEAD_STATUSES.includes(response.status)
  }

  /** The steps whose URLs of this video were found dead of late. */
  const deadSteps = (videoId: string): StepName[] =>
    (stepsOfVideo.get(videoId) ?? []).filter(({ at }) => now() - at < REMEMBERED_MILLISECONDS).map(({ step }) => step)

  /** False also when it cannot be found out now; the next caller tries again. */
  async function isDeadBeyondStart(
    videoId: string,
    step: StepName,
    video: ResolvedVideo,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (const [key, { at }] of looked) if (now() - at >= REMEMBERED_MILLISECONDS) looked.delete(key)
    for (const [id, steps] of stepsOfVideo)
      if (steps.every(({ at }) => now() - at >= REMEMBERED_MILLISECONDS)) stepsOfVideo.delete(id)
    const key = `${videoId} ${step} ${video.resolvedBy?.egress}`
    const known = looked.get(key) ?? { at: now(), isDead: look(video, signal) }
    looked.set(key, known)
    const isDead = await known.isDead.catch(() => {
      if (looked.get(key) === known) looked.delete(key)
      return false
    })
    if (isDead && !deadSteps(videoId).includes(step))
      stepsOfVideo.set(videoId, [...(stepsOfVideo.get(videoId) ?? []), { at: now(), step }])
    return isDead
  }

  return { deadSteps, isDeadBeyondStart }
}

function largestOf(renditions: readonly LocatedRendition[]): LocatedRendition | null {
  return renditions
    .filter(({ container, sizeBytes }) => container !== PLAYLIST_CONTAINER && sizeBytes)
    .reduce<LocatedRendition | null>((best, one) => (best && best.sizeBytes! >= one.sizeBytes! ? best : one), null)
}
