import ipaddr from 'ipaddr.js'
import { readHost } from './host-spelling.ts'
import { parseIpAddress } from './public-ip-address.ts'

/** An entry of OUTBOUND_ALLOW is neither `host:port` nor a block of IP addresses. */
export class AllowListError extends Error {
  override name = 'AllowListError'
}

type Block = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * Parses the operator's exemptions from the ban on private IP addresses: `127.0.0.1:8080`, `[::1]:8080`,
 * `media.lan:80`, `10.0.0.0/8`, `192.168.1.5`. Throws AllowListError.
 */
export function parseAllowList(entries: readonly string[]) {
  const targets = new Set<string>()
  const blocks: Block[] = []
  for (const entry of entries.map((text) => text.trim()).filter((text) => text !== '')) {
    const block = parseBlock(entry)
    const target = block ? null : parseTarget(entry)
    if (block) blocks.push(block)
    else if (target) targets.add(target)
    else
      throw new AllowListError(
        `"${entry}" is neither host:port (media.lan:8080, [::1]:8080) nor a block of addresses (10.0.0.0/8)`,
      )
  }
  return {
    /** Whether the list contains blocks of IP addresses. A name may resolve into one. */
    hasBlocks: blocks.length > 0,
    allowsTarget: (host: string, port: number): boolean => targets.has(targetKey(host, port)),
    containsAddress: (address: string): boolean => {
      const parsedAddress = parseIpAddress(address)
      return (
        parsedAddress !== null &&
        blocks.some((block) => parsedAddress.kind() === block[0].kind() && parsedAddress.match(block))
      )
    },
  }
}

function parseBlock(entry: string): Block | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
  const host = readHost(entry)
  if (host?.kind !== 'address') return null
  const address = ipaddr.parse(host.host)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function parseTarget(entry: string): string | null {
  const match = /^(.+):(\d{1,5})$/.exec(entry)
  const host = match ? readHost(match[1]!) : null
  const port = Number(match?.[2])
  if (!host || port < 1 || port > 65_535) return null
  return targetKey(host.host, port)
}

/** IP addresses are compared by value, so that `[0:0:0:0:0:0:0:1]:80` and `[::1]:80` are the same. */
function targetKey(host: string, port: number): string {
  const address = readHost(host)?.kind === 'address' ? parseIpAddress(host) : null
  return `${address ? address.toString() : host.toLowerCase()} ${port}`
}
