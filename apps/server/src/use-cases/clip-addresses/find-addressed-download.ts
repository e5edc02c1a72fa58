import type { AddressedClip } from '@kerf/contract/clip-address'
import type { ViewerRecord } from '../../ports/clips.ts'
import { cutLink } from '../downloads/cut-link.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import { findDownload } from '../downloads/files/own-downloads.ts'
import type { AddressedRequest } from '../shared/caches.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { hashToken } from '../shared/random-token.ts'
import { parseAddressRange, partsOf } from './address-parts.ts'

/** Maximum number of addresses that this process remembers. */
const MAX_REMEMBERED = 10_000
/** Time for which a download is remembered: no file lives longer. */
const DOWNLOAD_TTL_MILLISECONDS = 24 * 3_600_000
/** Time for which a failed cut is not repeated, and for which a refusal is repeated, unless it names a shorter one. */
const FAILURE_TTL_MILLISECONDS = 10 * 60_000
const REFUSAL_TTL_MILLISECONDS = 60_000
const REQUEST_TIMEOUT_MILLISECONDS = 60_000

type AddressDeps = Parameters<typeof cutLink>[0] & Deps<'caches'>

interface AddressInput {
  clip: AddressedClip
  viewer: ViewerRecord
  /** IP address that counts against the quota of an account whose email is not confirmed. */
  callerIpAddress: string
  /** Whether a call without a download requests one. */
  mayRequest: boolean
}

/**
 * The download of an address. The first call requests the clip and counts towards the quota; its outcome is remembered,
 * so that later calls need neither the source nor the queue. A clip is requested again after its file has expired, but
 * not while its owner has cancelled or deleted it.
 */
export async function findAddressedDownload(deps: AddressDeps, input: AddressInput): Promise<Outcome<string>> {
  const { addressedRequests } = deps.caches
  const { clip, viewer } = input
  const key = hashToken(JSON.stringify([viewer.id, partsOf(clip)]))
  const now = deps.clock.now().getTime()
  const rememberedRequest = addressedRequests.get(key)
  if (rememberedRequest && now < rememberedRequest.until) {
    const downloadId = await rememberedRequest.downloadId
    if (!downloadId.ok) return downloadId
    const lookup = await findDownload(deps, { id: downloadId.value, viewer })
    if (!lookup.ok) return refused('expired')
    const status = downloadStatus(lookup.value.download, lookup.value.clip, deps.clock.now())
    const isRepeatable =
      status === 'expired' || (status === 'failed' && now - rememberedRequest.since > FAILURE_TTL_MILLISECONDS)
    if (!isRepeatable) return downloadId
  }
  if (!input.mayRequest) return refused('not_ready')
  const request = requestOnce(deps, input)
  const entry: AddressedRequest = { downloadId: request, since: now, until: now + DOWNLOAD_TTL_MILLISECONDS }
  addressedRequests.delete(key)
  addressedRequests.set(key, entry)
  const [oldestKey] = addressedRequests.keys()
  if (addressedRequests.size > MAX_REMEMBERED && oldestKey !== undefined) addressedRequests.delete(oldestKey)
  request.catch(() => {
    if (addressedRequests.get(key) === entry) addressedRequests.delete(key)
  })
  const outcome = await request
  if (!outcome.ok) entry.until = now + rememberedMilliseconds(outcome)
  return outcome
}

async function requestOnce(
  deps: AddressDeps,
  { clip, viewer, callerIpAddress }: AddressInput,
): Promise<Outcome<string>> {
  const { addressedLookups } = deps.caches
  const range = parseAddressRange(clip)
  if (!range.ok) return range
  if (addressedLookups.leftOf(viewer.id) < 1) return refused('too_many_requests', { retryAfterSeconds: 5 })
  addressedLookups.spend(viewer.id, 1)
  const { url, quality, format } = clip
  const body = { url, quality, format, ...(range.value && { ranges: [range.value] }) }
  // Independent of the caller's signal, because other calls share this request.
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MILLISECONDS)
  const outcome = await cutLink(deps, { body, viewer, ipAddress: callerIpAddress, signal, isAddress: true })
  return outcome.ok ? done(outcome.value.download.id) : outcome
}

const rememberedMilliseconds = ({ retryAfterSeconds }: Refused): number =>
  Math.min(REFUSAL_TTL_MILLISECONDS, (retryAfterSeconds ?? Number.POSITIVE_INFINITY) * 1000)
