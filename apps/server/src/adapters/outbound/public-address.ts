import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** What ipaddr.js 2.5 takes for ordinary although it leads to machinery: Azure's host agent answers on every virtual machine. */
const SPECIAL_IPV4 = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')]

/** IANA has given out only this block for ordinary IPv6; ipaddr.js calls the unassigned rest `unicast` as well. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** RFC 6052: on networks without IPv4 every IPv4 host is reached under this prefix, so its last 32 bits decide. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Any spelling that connect understands (`127.1`, `::ffff:7f00:1`), as IPv4 if mapped; null with a zone. */
export function parseAddress(text: string): Address | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (bare.includes('%') || !ipaddr.isValid(bare)) return null
  return ipaddr.process(withoutDots(bare))
}

/** ipaddr.js 2.5 takes `::8.8.8.8` for `::ffff:8.8.8.8`; written in hexadecimal it cannot confuse them. */
function withoutDots(address: string): string {
  if (!address.includes(':') || !address.includes('.')) return address
  return URL.canParse(`http://[${address}]/`) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : '::'
}

/** Whether an IP address belongs to a host on the public internet. What is no address is not public. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null) return false
  return isIPv4(address) ? isPublicIPv4(address) : isPublicIPv6(address)
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  if (address.range() !== 'unicast') return false
  return !SPECIAL_IPV4.some((block) => address.match(block))
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(-4)))
  // Tunnels (6to4, Teredo) have ranges of their own, so that what is wrapped in them never counts as unicast.
  return address.match(GLOBAL_UNICAST_IPV6) && address.range() === 'unicast'
}

function isIPv4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === 'ipv4'
}
