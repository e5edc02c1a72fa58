import type { AddressedClip } from '@kerf/contract/clip-address'
import type { FoundApiKey } from '../../ports/accounts.ts'
import { identifyKeyById } from '../accounts/api-keys.ts'
import type { Deps } from '../shared/deps.ts'
import { isSharingOn } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { readLink } from '../videos/process-link.ts'
import { parseAddressRange, partsOf } from './address-parts.ts'

const HOUR_MILLISECONDS = 3_600_000

const NO_PASS = refused('not_signed_in', {
  meaning: 'This address needs an API key, or the pass of an address that was signed in the settings.',
})
const PASS_ENDED = refused('not_signed_in', { meaning: 'This address has ended. Sign a new one in the settings.' })

/** Content of a pass: id of the API key, end in milliseconds since 1970, IP address of the signer. */
type Pass = [keyId: string, until: number, signerIpAddress: string]

interface SignInput {
  accountId: string
  keyId: string
  clip: AddressedClip
  hours: number
  /** IP address of the signer, which counts for clips of an account whose email is not confirmed. */
  signerIpAddress: string
  /** Address of this site, without a slash at its end. */
  site: string
  signal: AbortSignal
}

/** Signs the address of a clip with one of the account's API keys. The database stores nothing about it. */
export async function signClipAddress(
  deps: Deps<'database' | 'clock' | 'secretSeal' | 'sources' | 'presets'>,
  { accountId, keyId, clip, hours, signerIpAddress, site, signal }: SignInput,
): Promise<Outcome<{ address: string; expiresAt: string }>> {
  const { records } = deps.database
  const keys = await records.apiKeys.listFor(accountId)
  if (!keys.some(({ id }) => id === keyId)) return refused('not_found')
  if (!(await isSharingOn(records))) return refused('sharing_off')
  const range = parseAddressRange(clip)
  if (!range.ok) return range
  const link = await readLink(deps, clip.url, signal)
  if (!link.ok) return link
  const expiresAt = new Date(deps.clock.now().getTime() + hours * HOUR_MILLISECONDS)
  const pass: Pass = [keyId, expiresAt.getTime(), signerIpAddress]
  const sealedPass = deps.secretSeal.seal(JSON.stringify(pass), sealedTextOf(clip))
  const query = new URLSearchParams([...partsOf(clip), ['pass', sealedPass]])
  return done({ address: `${site}/clip?${query}`, expiresAt: expiresAt.toISOString() })
}

/**
 * Finds the API key that signed an address, and the signer's IP address. A pass is void for another clip, after its
 * end, and while this server shares no clips.
 */
export async function identifyPass(
  deps: Deps<'database' | 'clock' | 'caches' | 'log' | 'secretSeal'>,
  { pass: sealedPass, clip }: { pass: string; clip: AddressedClip },
): Promise<Outcome<FoundApiKey & { signerIpAddress: string }>> {
  const text = deps.secretSeal.open(sealedPass, sealedTextOf(clip))
  if (text === null) return NO_PASS
  const [keyId, until, signerIpAddress] = JSON.parse(text) as Pass
  if (deps.clock.now().getTime() >= until) return PASS_ENDED
  if (!(await isSharingOn(deps.database.records))) return refused('sharing_off')
  const identity = await identifyKeyById(deps, keyId)
  return identity.ok ? done({ ...identity.value, signerIpAddress }) : identity
}

/** Public text that a pass is sealed with: the clip. */
const sealedTextOf = (clip: AddressedClip): string => `clip at ${JSON.stringify(partsOf(clip))}`
