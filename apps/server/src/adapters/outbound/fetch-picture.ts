import { type FetchedImage, SourceReadError } from '../../ports/sources.ts'
import type { GuardedFetcher } from './guarded-fetch.ts'

export interface PictureRequest {
  signal: AbortSignal
  /** Which hosts may serve it, redirects included. */
  allowHost: (host: string) => boolean
}

/** Pictures of pixels only: an SVG is a document that may carry scripts. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const EXPIRED_STATUSES = [403, 410]

/** A picture of at most 5 MiB. Throws SourceReadError, or the signal's reason. */
export async function fetchPicture(
  fetcher: GuardedFetcher,
  address: string,
  { signal, allowHost }: PictureRequest,
): Promise<FetchedImage> {
  const response = await fetcher.get(address, { maxBytes: MAX_PICTURE_BYTES, signal, allowHost })
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (response.status !== 200 || !PICTURE_TYPES.includes(mediaType)) {
    response.discard()
    const expired = EXPIRED_STATUSES.includes(response.status)
    throw new SourceReadError('source_failed', 'There is no picture behind this address.', { expired })
  }
  return { mediaType, bytes: await response.bytes() }
}
