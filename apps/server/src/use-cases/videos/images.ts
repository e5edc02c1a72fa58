import { type ClipTags, MAX_ARTWORK_BYTES } from '@kerf/cutter/api/clip-spec'
import type { FetchedImage, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import type { Own } from '../shared/deps.ts'
import { type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

type ImageRequest = Own & { signal: AbortSignal }

/** Fetches the thumbnail through this server, so that the source does not see the visitor. */
export function readThumbnail(deps: LocateDeps, request: ImageRequest): Promise<Outcome<FetchedImage>> {
  return readImage(deps, request, (video) => video.thumbnailAddress)
}

export function readFilmstripSheet(
  deps: LocateDeps,
  { sheet, ...request }: ImageRequest & { sheet: number },
): Promise<Outcome<FetchedImage>> {
  return readImage(deps, request, (video) => video.filmstrip?.sheetAddresses[sheet])
}

async function readImage(
  deps: LocateDeps,
  { signal, ...own }: ImageRequest,
  addressOf: (video: ResolvedVideo) => string | null | undefined,
): Promise<Outcome<FetchedImage>> {
  const lookup = await findWithSource(deps, own)
  if (!lookup.ok) return lookup
  const locatedVideo = await locateVideo(deps, lookup.value.video)
  if (!locatedVideo.ok) return locatedVideo
  const address = addressOf(locatedVideo.value)
  if (!address) return refused('not_found')
  return readingOutcome(() => lookup.value.source.fetchImage(address, signal))
}

/** Longest wait for the artwork of an audio clip. */
const ARTWORK_TIMEOUT_MILLISECONDS = 8_000

/** Artwork of an audio clip: the video's thumbnail. Returns null if the fetch fails or the image is unsuitable. */
export async function artworkOf(
  { thumbnailAddress }: Pick<ResolvedVideo, 'thumbnailAddress'>,
  source: VideoSource,
  signal: AbortSignal,
): Promise<ClipTags['artwork'] | null> {
  if (thumbnailAddress === null) return null
  const timedSignal = AbortSignal.any([signal, AbortSignal.timeout(ARTWORK_TIMEOUT_MILLISECONDS)])
  const image = await source.fetchImage(thumbnailAddress, timedSignal).catch(() => null)
  signal.throwIfAborted()
  if (!image || image.bytes.length > MAX_ARTWORK_BYTES) return null
  const { mediaType: mimeType, bytes } = image
  return mimeType === 'image/jpeg' || mimeType === 'image/png' ? { mimeType, bytes } : null
}
