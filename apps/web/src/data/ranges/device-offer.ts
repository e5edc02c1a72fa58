import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { ApiError } from '@kerf/contract/protocol/client'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { deviceLink } from '@kerf/domain/site/device-link'
import { DEVICE_PATH, LINK_PARAMETER } from '@kerf/domain/site/device-policy'
import { rangesText } from './result-address.ts'
import type { UrlTrim } from './trim-address.ts'

/** Offer to cut a media link in this browser, because the server does not. */
export interface DeviceOffer {
  /** Address of the page that does it. */
  address: string
  /** Host that the browser would read from. */
  host: string
}

/** Codes by which this server says that a clip is too much for it: too large, too long, too many, or not now. */
const SERVER_LIMIT_CODES: readonly (ErrorCode | null | undefined)[] = [
  'media_too_large',
  'clip_too_long',
  'cut_timeout',
  'daily_limit',
  'monthly_limit',
  'too_many_requests',
  'storage_full',
  'busy',
]

export const isServerLimit = (code: ErrorCode | null | undefined): boolean => SERVER_LIMIT_CODES.includes(code)

export const isRefusedForLimit = (error: unknown): boolean => error instanceof ApiError && isServerLimit(error.code)

/** Offer for a link; null where it is no media link that a page may read, or where this browser cannot cut. */
export function deviceOffer(link: string, part: Partial<UrlTrim> = {}): DeviceOffer | null {
  const query = new URLSearchParams({ [LINK_PARAMETER]: link })
  const recognized = deviceLink(`${query}`, location.origin)
  if (!recognized || !isSecureContext || !('VideoEncoder' in globalThis)) return null
  const { start, end, ranges } = part
  for (const [name, value] of Object.entries({ start, end, ranges })) if (value) query.set(name, value)
  return { address: `${BASE_PATH}${DEVICE_PATH}?${query}`, host: recognized.host }
}

/** The part of an address with these ranges. */
export function partOf(ranges: readonly TimeRange[]): Partial<UrlTrim> {
  const text = rangesText(ranges)
  if (ranges.length > 1) return { ranges: text }
  const [start = null, end = null] = text.split('-')
  return { start, end }
}
