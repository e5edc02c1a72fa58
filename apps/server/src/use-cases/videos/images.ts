import { type ClipTags, LARGEST_ARTWORK_BYTES } from '@kerf/cutter/api/clip-spec'
import type { VideoRecord } from '../../ports/clips.ts'
import type { FetchedImage, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'

type ImageDeps = Deps<'database' | 'sources' | 'presets'>
type AskedImage = Own & { signal: AbortSignal }

/** Images of a video are fetched here, so that its source never meets the visitor. */
export function readThumbnail(deps: ImageDeps, asked: AskedImage): Promise<Outcome<FetchedImage>> {
  return readImage(deps, asked, (video) => video.details.thumbnailAddress)
}

export function readFilmstripSheet(
  deps: ImageDeps,
  { sheet, ...asked }: AskedImage & { sheet: number },
): Promise<Outcome<FetchedImage>> {
  return readImage(deps, asked, (video) => video.details.filmstrip?.sheetAddresses[sheet])
}

async function readImage(
  deps: ImageDeps,
  { signal, ...own }: AskedImage,
  address: (video: VideoRecord) => string | null | undefined,
): Promise<Outcome<FetchedImage>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const where = address(found.value.video)
  if (!where) return refused('not_found')
  return readingOutcome(() => found.value.source.fetchImage(where, signal))
}

/** An image beside an MP3 is worth no more than that. */
const ARTWORK_TIMEOUT_MILLISECONDS = 8_000

/** The video's own image; without one, for whatever reason, the audio is as good. */
export async function artworkOf(
  { thumbnailAddress }: ResolvedVideo,
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
