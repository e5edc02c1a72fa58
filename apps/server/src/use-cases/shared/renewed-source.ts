import type { RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { MediaParts } from '../../ports/media.ts'
import {
  type LocatedRendition,
  MediaError,
  type MediaSource,
  type Refusal,
  type ResolvedVideo,
  readingThrough,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'

/** Returns the video with new addresses in place of the dead ones. Throws SourceReadError if there are none. */
export type Renewal = (expiredVideo: ResolvedVideo) => Promise<ResolvedVideo>

type Lookup = { ok: true; value: ResolvedVideo } | Refusal

/**
 * Runs `work` on a video. Addresses that die are renewed while the work waits, each time by another step of the source.
 * If the work cannot continue with them, it runs again from the start. `findAgain` receives the steps whose addresses
 * have died.
 */
export async function withRenewals<T>(
  first: ResolvedVideo,
  findAgain: (avoidedSteps: readonly string[]) => Promise<Lookup>,
  signal: AbortSignal,
  work: (video: ResolvedVideo, renew: Renewal) => Promise<T>,
): Promise<T> {
  let newestVideo = first
  const deadSteps: string[] = []
  const successors = new Map<ResolvedVideo, Promise<ResolvedVideo>>()
  const find = async (expiredVideo: ResolvedVideo): Promise<ResolvedVideo> => {
    const step = expiredVideo.resolvedBy?.step ?? ''
    if (deadSteps.includes(step))
      throw new SourceReadError('source_failed', 'The address has expired, and so has its successor.')
    deadSteps.push(step)
    const lookup = await findAgain(deadSteps.filter(Boolean))
    // A reader treats a refused resolution as a failed read.
    if (!lookup.ok) throw new SourceReadError(lookup.code, lookup.cause ?? 'It cannot be found again.')
    // A copy, because a source may return the same object twice.
    newestVideo = { ...lookup.value }
    return newestVideo
  }
  const renew: Renewal = (expiredVideo) => {
    const successor = successors.get(expiredVideo) ?? find(expiredVideo)
    successors.set(expiredVideo, successor)
    return successor
  }
  for (;;) {
    const video = newestVideo
    try {
      return await work(video, renew)
    } catch (error) {
      if (!(error instanceof MediaError && error.expired) || signal.aborted) throw error
      // If `renew` was called during the work, the newer addresses are already here.
      if (newestVideo === video) await renew(video)
    }
  }
}

/** Opens what is read for some ranges of a video. */
export async function openParts(
  source: VideoSource,
  video: ResolvedVideo,
  choice: RenditionChoice<LocatedRendition>,
  renew: Renewal,
  signal: AbortSignal,
  ranges: readonly TimeRange[],
): Promise<MediaParts> {
  const open = async (rendition: LocatedRendition | null): Promise<MediaSource | null> => {
    if (!rendition) return null
    let currentVideo = video
    return renewableSource(await source.openRendition(rendition, signal, ranges), async () => {
      currentVideo = await renew(currentVideo)
      const successor = sameRendition(currentVideo.renditions, rendition)
      return successor ? source.openRendition(successor, signal, ranges) : null
    })
  }
  const openingSource = open(choice.video)
  const [videoSource, audioSource] = await Promise.all([
    openingSource,
    choice.audio === choice.video ? openingSource : open(choice.audio),
  ])
  return { video: videoSource, audio: audioSource }
}

/**
 * Finds the same file in a new resolution. Steps of a source may use other ids, or the same id for another audio track.
 */
function sameRendition(renditions: readonly LocatedRendition[], former: LocatedRendition) {
  const { id, carries, sizeBytes, audioTrack } = former
  const candidates = renditions.filter((a) => (a.audioTrack ?? audioTrack) === (audioTrack ?? a.audioTrack))
  const renditionWithId = candidates.find((candidate) => candidate.id === id)
  return (
    renditionWithId ??
    candidates.find((a) => a.carries === carries && a.sizeBytes !== null && a.sizeBytes === sizeBytes)
  )
}

/**
 * Wraps a source so that an expired read is repeated on the source that `renew` returns. Other reads are not repeated.
 */
export function renewableSource<S extends MediaSource>(first: S, renew: () => Promise<MediaSource | null>): S {
  let currentSource: MediaSource = first
  let pendingRenewal: Promise<void> | null = null
  const replaceSource = async (): Promise<void> => {
    const successor = await renew()
    if (!isSameFile(successor, first)) throw replacedFileError()
    currentSource = successor
  }
  return readingThrough(
    first,
    async (read, _, signal) => {
      for (;;) {
        const usedSource = currentSource
        try {
          return await read(usedSource)
        } catch (error) {
          if (!(error instanceof SourceReadError) || !error.expired || signal?.aborted) throw error
          // Concurrent reads share one renewal.
          if (currentSource === usedSource) pendingRenewal ??= replaceSource().finally(() => (pendingRenewal = null))
          await pendingRenewal
        }
      }
    },
    () => currentSource.servedFrom,
  )
}

function isSameFile(successor: MediaSource | null, first: MediaSource): successor is MediaSource {
  if (!successor) return false
  if ('segments' in first) return 'segments' in successor && successor.segments.length === first.segments.length
  return 'sizeBytes' in successor && successor.sizeBytes === first.sizeBytes
}

/** Error for a replaced file. It is marked as expired, so that the whole work runs again. */
function replacedFileError(): SourceReadError {
  return new SourceReadError('source_failed', 'The file that was being read is no longer there.', { expired: true })
}
