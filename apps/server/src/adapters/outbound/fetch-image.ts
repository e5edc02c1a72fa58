import { type FetchedImage, SourceReadError } from '../../ports/sources.ts'
import type { GuardedFetcher } from './guarded-fetch.ts'

interface ImageRequest {
  signal: AbortSignal
  /** Hosts that may serve the image, redirects included; absent: all that the policy allows. */
  allowHost?: (host: string) => boolean
}

/** Raster images only: an SVG is a document that may contain scripts. */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const MAX_IMAGE_BYTES = 5 * 1024 * 1024
const EXPIRED_STATUSES = [403, 410]

/** Fetches an image of at most 5 MiB. Throws SourceReadError or the signal's reason. */
export async function fetchRasterImage(
  fetcher: GuardedFetcher,
  address: string,
  { signal, allowHost }: ImageRequest,
): Promise<FetchedImage> {
  const response = await fetcher.get(address, { maxBytes: MAX_IMAGE_BYTES, signal, ...(allowHost && { allowHost }) })
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (response.status !== 200 || !IMAGE_TYPES.includes(mediaType)) {
    response.discard()
    const isExpired = EXPIRED_STATUSES.includes(response.status)
    throw new SourceReadError('source_failed', 'There is no image behind this address.', { expired: isExpired })
  }
  return { mediaType, bytes: await response.bytes() }
}
