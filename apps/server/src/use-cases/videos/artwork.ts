import type { Mp3Tags } from '@kerf/cutter/api/clip-spec'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'

/** An image beside an MP3 is worth no more than that. */
const ARTWORK_TIMEOUT_MILLISECONDS = 8_000
const LARGEST_ARTWORK_BYTES = 2 * 1024 * 1024

/** The video's own image; without one, for whatever reason, the audio is as good. */
export async function artworkOf(
  { thumbnailAddress }: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<Mp3Tags['artwork'] | null> {
  if (thumbnailAddress === null) return null
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ARTWORK_TIMEOUT_MILLISECONDS)])
  const image = await source.fetchImage(thumbnailAddress, inTime).catch(() => null)
  signal.throwIfAborted()
  if (!image || image.bytes.length > LARGEST_ARTWORK_BYTES) return null
  const { mediaType: mimeType, bytes } = image
  return mimeType === 'image/jpeg' || mimeType === 'image/png' ? { mimeType, bytes } : null
}
