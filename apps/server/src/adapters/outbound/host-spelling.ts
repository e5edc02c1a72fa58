import { isIP } from 'node:net'

/** Names inside of networks. An upstream proxy resolves names itself: for it this list is the only check. */
const SPECIAL_ENDINGS = [
  // Red Hat's /etc/hosts calls the machine itself by the last two.
  'localhost',
  'localdomain',
  'localdomain4',
  'localdomain6',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'mail',
  'lan',
  'workgroup',
  'fritz.box',
  'svc',
  'consul',
  'home.arpa',
  'arpa',
  'test',
  'invalid',
  'example',
  'onion',
  'alt',
  // Metadata services of cloud providers, which return credentials.
  'metadata.tencentyun.com',
  'metadata.cloud.ibm.com',
  'metadata.platformequinix.com',
  'metadata.packet.net',
]
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

export type Host =
  | { kind: 'address'; host: string }
  /** A `special` name means something only inside of a network: it must not leave it, and may lead to its inner parts. */
  | { kind: 'name'; host: string; special: boolean }

/** null unless spelt as the URL standard writes it: not `0x7f.1` or `localhost.`. IPv6 without brackets. */
export function readHost(text: string): Host | null {
  const lower = text.toLowerCase()
  const bare = lower.startsWith('[') && lower.endsWith(']') ? lower.slice(1, -1) : lower
  if (bare.includes('%')) return null
  if (isIP(bare) !== 0) return { kind: 'address', host: bare }
  if (!isPlainName(bare)) return null
  return { kind: 'name', host: bare, special: isSpecialName(bare) }
}

function isPlainName(name: string): boolean {
  if (name.length > 253 || !name.split('.').every((label) => LABEL.test(label))) return false
  const url = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : null
  return url?.hostname === name
}

function isSpecialName(name: string): boolean {
  if (!name.includes('.')) return true
  return SPECIAL_ENDINGS.some((ending) => name === ending || name.endsWith(`.${ending}`))
}
