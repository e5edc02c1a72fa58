/** Rate-limit key of a household: an IPv4 address, or the /56 of an IPv6 address. Other text is returned as it is. */
export function ipAddressBlock(ipAddress: string): string {
  return prefixOf(ipAddress, 56)
}

/** Rate-limit key of a hosting customer or company: an IPv4 address, or the /48 of an IPv6 address. */
export function ipNetwork(ipAddress: string): string {
  return prefixOf(ipAddress, 48)
}

function prefixOf(ipAddress: string, bits: 48 | 56): string {
  const bareAddress = plainIpAddress(ipAddress.toLowerCase()).split('%')[0] ?? ''
  if (!bareAddress.includes(':')) return bareAddress
  const [beforeGap = '', afterGap] = bareAddress.split('::')
  const head = beforeGap === '' ? [] : beforeGap.split(':')
  const tail = afterGap === undefined || afterGap === '' ? [] : afterGap.split(':')
  const zeros = afterGap === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  const [first, second, thirdGroup, fourth = 0] = groups.map((group) => Number.parseInt(group, 16))
  const lastGroup = bits === 56 ? fourth & 0xff00 : 0
  return `${[first, second, thirdGroup, lastGroup].map((group) => (group ?? 0).toString(16)).join(':')}::/${bits}`
}

/**
 * The IP address without its port (`203.0.113.9:1234`, `[2001:db8::1]:443`). An IPv4 address that IPv6 wraps
 * (`::ffff:203.0.113.9`) is returned as IPv4.
 */
export function plainIpAddress(ipAddress: string): string {
  const [, bracketed, beforePort] = /^(?:\[([^\]]*)\](?::\d*)?|(\d+\.\d+\.\d+\.\d+):\d*)$/.exec(ipAddress) ?? []
  const host = bracketed ?? beforePort ?? ipAddress
  const [, dottedIpv4, ...hexadecimalGroups] =
    /^(?:::|(?:0{1,4}:){5})ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(host) ?? []
  if (dottedIpv4) return dottedIpv4
  return hexadecimalGroups[1] === undefined ? host : toDottedIpv4(hexadecimalGroups)
}

/** Two IPv6 groups as an IPv4 address: `cb00:7109` is `203.0.113.9`. */
function toDottedIpv4(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
