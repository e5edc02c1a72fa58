import { type ClipTags, LARGEST_ARTWORK_BYTES } from '@kerf/cutter/api/clip-spec'
import type { FetchedImage, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import type { Own } from '../shared/deps.ts'
import { type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

type AskedImage = Own & { signal: AbortSignal }

/** Images of a video are fetched here, so that its source never meets the visitor. */
export function readThumbnail(deps: LocateDeps, asked: AskedImage): Promise<Outcome<FetchedImage>> {
  return readImage(deps, asked, (video) => video.thumbnailAddress)
}

export function readFilmstripSheet(
  deps: LocateDeps,
  { sheet, ...asked }: AskedImage & { sheet: number },
): Promise<Outcome<FetchedImage>> {
  return readImage(deps, asked, (video) => video.filmstrip?.sheetAddresses[sheet])
}

async function readImage(
  deps: LocateDeps,
  { signal, ...own }: AskedImage,
  address: (video: ResolvedVideo) => string | null | undefined,
): Promise<Outcome<FetchedImage>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const located = await locateVideo(deps, found.value.video)
  if (!located.ok) return located
  const where = address(located.value)
  if (!where) return refused('not_found')
  return readingOutcome(() => found.value.source.fetchImage(where, signal))
}

/** An image beside an MP3 is worth no more than that. */
const ARTWORK_TIMEOUT_MILLISECONDS = 8_000

/** The video's own image; without one, for whatever reason, the audio is as good. */
export async function artworkOf(
  { thumbnailAddress }: Pick<ResolvedVideo, 'thumbnailAddress'>,
  source: VideoSource,
  signal: AbortSignal,
): Promise<ClipTags['artwork'] | null> {
  if (thumbnailAddress === null) return null
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ARTWORK_TIMEOUT_MILLISECONDS)])
  const image = await source.fetchImage(thumbnailAddress, inTime).catch(() => null)
  signal.throwIfAborted()
  if (!image || image.bytes.length > LARGEST_ARTWORK_BYTES) return null
  const { mediaType: mimeType, bytes } = image
  return mimeType === 'image/jpeg' || mimeType === 'image/png' ? { mimeType, bytes } : null
}
