import { type FetchedImage, SourceReadError } from '../../ports/sources.ts'
import type { GuardedFetcher } from './guarded-fetch.ts'

export interface ImageRequest {
  signal: AbortSignal
  /** Which hosts may serve it, redirects included. */
  allowHost: (host: string) => boolean
}

/** Images of pixels only: an SVG is a document that may carry scripts. */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const MAX_IMAGE_BYTES = 5 * 1024 * 1024
const EXPIRED_STATUSES = [403, 410]

/** A image of at most 5 MiB. Throws SourceReadError, or the signal's reason. */
export async function fetchImage(
  fetcher: GuardedFetcher,
  address: string,
  { signal, allowHost }: ImageRequest,
): Promise<FetchedImage> {
  const response = await fetcher.get(address, { maxBytes: MAX_IMAGE_BYTES, signal, allowHost })
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (response.status !== 200 || !IMAGE_TYPES.includes(mediaType)) {
    response.discard()
    const expired = EXPIRED_STATUSES.includes(response.status)
    throw new SourceReadError('source_failed', 'There is no image behind this address.', { expired })
  }
  return { mediaType, bytes: await response.bytes() }
}
