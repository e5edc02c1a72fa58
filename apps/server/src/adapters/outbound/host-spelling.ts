import { isIP } from 'node:net'

/** Endings of names inside networks. For an upstream proxy, which resolves names itself, this list is the only check. */
const SPECIAL_SUFFIXES = [
  // localdomain4 and localdomain6 are names of the machine itself in Red Hat's /etc/hosts.
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
const LABEL_PATTERN = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

export type Host =
  | { kind: 'address'; host: string }
  /** A `special` name has a meaning only inside a network. It must not leave the network, and may lead to its hosts. */
  | { kind: 'name'; host: string; special: boolean }

/** Reads a host as the URL standard writes it; null for other spellings (`0x7f.1`, `localhost.`). Removes brackets. */
export function readHost(text: string): Host | null {
  const lowerCase = text.toLowerCase()
  const withoutBrackets = lowerCase.startsWith('[') && lowerCase.endsWith(']') ? lowerCase.slice(1, -1) : lowerCase
  if (withoutBrackets.includes('%')) return null
  if (isIP(withoutBrackets) !== 0) return { kind: 'address', host: withoutBrackets }
  if (!isPlainName(withoutBrackets)) return null
  return { kind: 'name', host: withoutBrackets, special: isSpecialName(withoutBrackets) }
}

function isPlainName(name: string): boolean {
  if (name.length > 253 || !name.split('.').every((label) => LABEL_PATTERN.test(label))) return false
  const url = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : null
  return url?.hostname === name
}

function isSpecialName(name: string): boolean {
  if (!name.includes('.')) return true
  return SPECIAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}
