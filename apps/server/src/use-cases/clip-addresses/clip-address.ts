import type { AddressedClip } from '@kerf/contract/clip-address'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { FoundApiKey } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import { identifyKeyById } from '../accounts/api-keys.ts'
import { cutLink } from '../downloads/cut-link.ts'
import type { AddressedDownload } from '../shared/caches.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { readLink } from '../videos/process-link.ts'

const HOUR_MILLISECONDS = 3_600_000

const NO_PASS = refused('not_signed_in', {
  meaning: 'This address needs an API key, or the pass of an address that was signed in the settings.',
})
const PASS_ENDED = refused('not_signed_in', { meaning: 'This address has ended. Sign a new one in the settings.' })
const NO_TIMES = refused('invalid_request', {
  meaning: '"start" and "end" go together, as seconds or timecodes: 62.5 or 1:02.5.',
})

interface SignInput {
  accountId: string
  keyId: string
  clip: AddressedClip
  hours: number
  /** Address of this site, without a slash at its end. */
  site: string
  signal: AbortSignal
}

/** Signs the address of a clip with one of the account's API keys. Nothing is stored: the pass holds the key and the end. */
export async function signClipAddress(
  deps: Deps<'database' | 'clock' | 'secretSeal' | 'sources' | 'presets'>,
  { accountId, keyId, clip, hours, site, signal }: SignInput,
): Promise<Outcome<{ address: string; expiresAt: string }>> {
  const keys = await deps.database.records.apiKeys.listFor(accountId)
  if (!keys.some(({ id }) => id === keyId)) return refused('not_found')
  const range = rangeOf(clip)
  if (!range.ok) return range
  const link = await readLink(deps, clip.url, signal)
  if (!link.ok) return link
  const expiresAt = new Date(deps.clock.now().getTime() + hours * HOUR_MILLISECONDS)
  const pass = deps.secretSeal.seal(JSON.stringify([keyId, expiresAt.getTime()]), passOwner(clip))
  const address = `${site}/clip?${new URLSearchParams([...partsOf(clip), ['pass', pass]])}`
  return done({ address, expiresAt: expiresAt.toISOString() })
}

/** Finds the API key that signed an address, and its account. A pass is void for another clip, and after its end. */
export async function identifyPass(
  deps: Deps<'database' | 'clock' | 'caches' | 'log' | 'secretSeal'>,
  { pass, clip }: { pass: string; clip: AddressedClip },
): Promise<Outcome<FoundApiKey>> {
  const text = deps.secretSeal.open(pass, passOwner(clip))
  if (text === null) return NO_PASS
  const [keyId, until] = JSON.parse(text) as [string, number]
  return deps.clock.now().getTime() < until ? identifyKeyById(deps, keyId) : PASS_ENDED
}

/**
 * The download of an address. The first call requests the clip and counts towards the quota. Later calls find it again,
 * until its file has expired.
 */
export async function findAddressedDownload(
  deps: Parameters<typeof cutLink>[0] & Deps<'caches'>,
  { clip, viewer, ...call }: { clip: AddressedClip; viewer: ViewerRecord; address: string; signal: AbortSignal },
): Promise<Outcome<AddressedDownload>> {
  const range = rangeOf(clip)
  if (!range.ok) return range
  const { url, quality, format } = clip
  const body = { url, quality, format, ...(range.value && { ranges: [range.value] }) }
  const request = async (): Promise<Outcome<AddressedDownload>> => {
    const outcome = await cutLink(deps, { body, viewer, ...call })
    if (!outcome.ok) return outcome
    const { download } = outcome.value
    return done({ id: download.id, clipId: outcome.value.clip.id, expiresAt: outcome.value.clip.expiresAt })
  }
  let outcome: Outcome<AddressedDownload> | null = null
  const cached = await deps.caches.addressedClips(`${viewer.id} ${passOwner(clip)}`, async () => {
    outcome = await request()
    return outcome.ok ? outcome.value : null
  })
  if (outcome !== null) return outcome
  const isLive = cached && (cached.expiresAt === null || deps.clock.now() < cached.expiresAt)
  return isLive ? done(cached) : request()
}

/** Parts of the address of a clip, in a fixed order. */
const partsOf = ({ url, start, end, quality, format }: AddressedClip): [string, string][] =>
  Object.entries({ url, start, end, quality, format }).filter((part): part is [string, string] => part[1] !== undefined)

/** Text that a pass is sealed with: the clip, with its parts in a fixed order. */
const passOwner = (clip: AddressedClip): string => `clip at ${JSON.stringify(partsOf(clip))}`

/** Range of an address; null where it leaves the range to the link. */
function rangeOf({ start, end }: AddressedClip): Outcome<TimeRange | null> {
  if (start === undefined && end === undefined) return done(null)
  const [startTime, endTime] = [start, end].map((text) => (text === undefined ? null : parseTimecode(text)))
  return startTime == null || endTime == null ? NO_TIMES : done({ startTime, endTime })
}
