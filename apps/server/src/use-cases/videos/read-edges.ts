import type { QueryOf } from '@kerf/contract/protocol/endpoint'
import type * as contract from '@kerf/contract/video'
import { audioTrackOf, chooseRenditions } from '@kerf/domain/formats/rendition-choice'
import { edgesOf } from '@kerf/domain/ranges/edges'
import { decideTrim } from '@kerf/domain/ranges/time-range'
import { rationedOwner } from '../../ports/rationed-by.ts'
import { refusePreview } from '../shared/caches.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'
import { resolutionKey } from './resolve-video.ts'

/** Reads a preview of a clip's first and last seconds. It is cut like the clip, but in 360p. */
export async function readEdges(
  deps: LocateDeps & Deps<'caches' | 'edgePreviews'>,
  { query, signal, ...own }: Own & { query: QueryOf<typeof contract.readEdges>; signal: AbortSignal },
): Promise<Outcome<Uint8Array>> {
  const { previewBytes } = deps.caches
  const owner = rationedOwner()
  const refusal = refusePreview(deps.caches, owner)
  if (refusal) return refusal
  const lookup = await findWithSource(deps, own)
  if (!lookup.ok) return lookup
  const { video: storedVideo } = lookup.value
  const trim = decideTrim(query.startTime, query.endTime, storedVideo.details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const locatedVideo = await locateVideo(deps, storedVideo)
  if (!locatedVideo.ok) return locatedVideo
  const { renditions, audioTracks } = locatedVideo.value
  const choice = chooseRenditions(renditions, '360p', query.audioTrack)
  if (!choice?.video) return refused('quality_unavailable')
  const track = audioTrackOf(audioTracks, query.audioTrack)
  if (query.audioTrack !== undefined && !track) return refused('quality_unavailable')
  const { video, audio, scaleToHeight } = choice
  const { source } = storedVideo
  const reference = resolutionKey(storedVideo.reference, storedVideo.details.live?.id)
  const edges = await readingOutcome(() =>
    deps.edgePreviews.read(
      {
        source,
        reference,
        video,
        audio,
        ...(track?.inFile !== undefined && { audioTrack: track.inFile }),
        ranges: edgesOf(trim.range),
        spec: { kind: 'video', height: scaleToHeight },
      },
      signal,
    ),
  )
  if (edges.ok) previewBytes.spend(owner, edges.value.byteLength)
  return edges
}
