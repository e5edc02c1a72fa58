import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Blocks that ipaddr.js 2.5 takes for ordinary. At this one, Azure's host agent answers on every virtual machine. */
const SPECIAL_IPV4 = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')]

/** The only block that IANA has assigned for ordinary IPv6. ipaddr.js calls unassigned blocks `unicast` too. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** RFC 6052: networks without IPv4 reach every IPv4 host under this prefix, so its last 32 bits decide. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Parses any spelling that `connect` accepts, such as `127.1`. `::ffff:7f00:1` becomes IPv4. null for a zone. */
export function parseIpAddress(text: string): Address | null {
  const withoutBrackets = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (withoutBrackets.includes('%') || !ipaddr.isValid(withoutBrackets)) return null
  return ipaddr.process(withoutDots(withoutBrackets))
}

/** Writes an IPv6 address in hexadecimal, because ipaddr.js 2.5 reads `::8.8.8.8` as `::ffff:8.8.8.8`. */
function withoutDots(address: string): string {
  if (!address.includes(':') || !address.includes('.')) return address
  return URL.canParse(`http://[${address}]/`) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : '::'
}

/** Whether an IP address belongs to a host on the public internet. False for text that is no IP address. */
export function isPublicIpAddress(text: string): boolean {
  const address = parseIpAddress(text)
  if (address === null) return false
  return isIPv4(address) ? isPublicIPv4(address) : isPublicIPv6(address)
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  if (address.range() !== 'unicast') return false
  return !SPECIAL_IPV4.some((block) => address.match(block))
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(-4)))
  // Tunnels (6to4, Teredo) have ranges of their own, so that the IP addresses inside them never count as unicast.
  return address.match(GLOBAL_UNICAST_IPV6) && address.range() === 'unicast'
}

function isIPv4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === 'ipv4'
}
