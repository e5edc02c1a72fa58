import type { RenditionChoice } from '@kerf/domain/formats/rendition-choice'
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

/** The video by other addresses than those of the given one. Throws SourceReadError when there are none. */
export type Renewal = (dead: ResolvedVideo) => Promise<ResolvedVideo>

type Found = { ok: true; value: ResolvedVideo } | Refusal

/**
 * Works on a video. Addresses that die are renewed while it waits, each time by another step of the source; if the work cannot go on with
 * what was found, it runs again from the start. `findAgain` gets the steps whose addresses have died.
 */
export async function withRenewals<T>(
  first: ResolvedVideo,
  findAgain: (avoid: readonly string[]) => Promise<Found>,
  signal: AbortSignal,
  work: (video: ResolvedVideo, renew: Renewal) => Promise<T>,
): Promise<T> {
  let newest = first
  const died: string[] = []
  const successors = new Map<ResolvedVideo, Promise<ResolvedVideo>>()
  const find = async (dead: ResolvedVideo): Promise<ResolvedVideo> => {
    const step = dead.resolvedBy?.step ?? ''
    if (died.includes(step))
      throw new SourceReadError('source_failed', 'The address has expired, and so has its successor.')
    died.push(step)
    const found = await findAgain(died.filter(Boolean))
    // To whoever reads, a source that refuses to be found again is one that cannot be read.
    if (!found.ok) throw new SourceReadError(found.code, found.cause ?? 'It cannot be found again.')
    // A copy, since a source may answer the same object twice.
    newest = { ...found.value }
    return newest
  }
  const renew: Renewal = (dead) => {
    const found = successors.get(dead) ?? find(dead)
    successors.set(dead, found)
    return found
  }
  for (;;) {
    const video = newest
    try {
      return await work(video, renew)
    } catch (error) {
      if (!(error instanceof MediaError && error.expired) || signal.aborted) throw error
      // Not where it was renewed under the work, which could not go on with that.
      if (newest === video) await renew(video)
    }
  }
}

export async function openParts(
  source: VideoSource,
  video: ResolvedVideo,
  choice: RenditionChoice<LocatedRendition>,
  renew: Renewal,
  signal: AbortSignal,
): Promise<MediaParts> {
  const open = async (rendition: LocatedRendition | null): Promise<MediaSource | null> => {
    if (!rendition) return null
    let current = video
    return renewedSource(await source.openRendition(rendition, signal), async () => {
      current = await renew(current)
      const now = sameRendition(current.renditions, rendition)
      return now ? source.openRendition(now, signal) : null
    })
  }
  const opening = open(choice.video)
  const [videoSource, audioSource] = await Promise.all([
    opening,
    choice.audio === choice.video ? opening : open(choice.audio),
  ])
  return { video: videoSource, audio: audioSource }
}

/** Steps of a source may name the same file differently, and by the same name mean another audio track. */
function sameRendition(found: readonly LocatedRendition[], wanted: LocatedRendition) {
  const { id, carries, sizeBytes, audioTrack } = wanted
  const audible = found.filter((one) => (one.audioTrack ?? audioTrack) === (audioTrack ?? one.audioTrack))
  const alike = audible.find((one) => one.id === id)
  return (
    alike ?? audible.find((one) => one.carries === carries && one.sizeBytes !== null && one.sizeBytes === sizeBytes)
  )
}

/** Continues at the address that `renew` returns (null: none), without reading anything twice; `renew` throws when there is no other. */
export function renewedSource<S extends MediaSource>(first: S, renew: () => Promise<MediaSource | null>): S {
  let current: MediaSource = first
  let renewing: Promise<void> | null = null
  const goOn = async (): Promise<void> => {
    const found = await renew()
    if (!isSame(found, first)) throw otherSource()
    current = found
  }
  return readingThrough(
    first,
    async (read, _, signal) => {
      for (;;) {
        const used = current
        try {
          return await read(used)
        } catch (error) {
          if (!(error instanceof SourceReadError) || !error.expired || signal?.aborted) throw error
          // Several reads find out at the same time.
          if (current === used) renewing ??= goOn().finally(() => (renewing = null))
          await renewing
        }
      }
    },
    () => current.servedFrom,
  )
}

function isSame(found: MediaSource | null, first: MediaSource): found is MediaSource {
  if (!found) return false
  if ('segments' in first) return 'segments' in found && found.segments.length === first.segments.length
  return 'sizeBytes' in found && found.sizeBytes === first.sizeBytes
}

/** The whole work may still be done with what is there now. */
function otherSource(): SourceReadError {
  return new SourceReadError('source_failed', 'The file that was being read is no longer there.', { expired: true })
}
