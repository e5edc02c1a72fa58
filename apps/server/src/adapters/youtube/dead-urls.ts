import { type LocatedRendition, PLAYLIST_CONTAINER, type ResolvedVideo } from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { isYoutubeServiceHost } from '../outbound/youtube-hosts.ts'
import type { StepName } from '../resolver-step.ts'

/** Length of the probe at the end of a file. That end is far beyond the beginning that YouTube always serves. */
const PROBE_BYTES = 64 * 1024
const DEAD_STATUSES = [403, 410]
/** A result expires after this time, since YouTube changes its answers within hours. */
const PROBE_TTL_MILLISECONDS = 30 * 60_000

/**
 * Detects early whether YouTube serves more than the beginning of a file: some clients get URLs that answer 403 after
 * the first megabyte. Probes once for each video, step and outgoing IP address.
 */
export function createDeadUrls(fetcher: GuardedFetcher, now: () => number = Date.now) {
  const probes = new Map<string, { at: number; isDead: Promise<boolean> }>()
  const stepsOfVideo = new Map<string, { at: number; step: StepName }[]>()

  async function probeEnd(video: ResolvedVideo, signal: AbortSignal): Promise<boolean> {
    const rendition = largestOf(video.renditions)
    if (!rendition?.sizeBytes) return false
    const { address, headers, egress, sizeBytes } = rendition
    const start = Math.max(0, sizeBytes - PROBE_BYTES)
    const response = await fetcher.get(address, {
      headers: { ...headers, range: `bytes=${start}-${sizeBytes - 1}` },
      maxBytes: PROBE_BYTES,
      signal,
      allowHost: isYoutubeServiceHost,
      ...(egress && { egress }),
    })
    // A response that is neither read nor discarded stays open.
    if (response.status === 206) await response.bytes()
    else response.discard()
    return DEAD_STATUSES.includes(response.status)
  }

  /** Returns the steps whose URLs of this video were found dead in the last 30 minutes. */
  const deadSteps = (videoId: string): StepName[] =>
    (stepsOfVideo.get(videoId) ?? []).filter(({ at }) => now() - at < PROBE_TTL_MILLISECONDS).map(({ step }) => step)

  /** Returns false also if the probe fails. The next caller probes again then. */
  async function isDeadBeyondStart(
    videoId: string,
    step: StepName,
    video: ResolvedVideo,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (const [key, { at }] of probes) if (now() - at >= PROBE_TTL_MILLISECONDS) probes.delete(key)
    for (const [id, steps] of stepsOfVideo)
      if (steps.every(({ at }) => now() - at >= PROBE_TTL_MILLISECONDS)) stepsOfVideo.delete(id)
    const key = `${videoId} ${step} ${video.resolvedBy?.egress}`
    const probe = probes.get(key) ?? { at: now(), isDead: probeEnd(video, signal) }
    probes.set(key, probe)
    const isDead = await probe.isDead.catch(() => {
      if (probes.get(key) === probe) probes.delete(key)
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
    .reduce<LocatedRendition | null>((a, b) => (a && a.sizeBytes! >= b.sizeBytes! ? a : b), null)
}
