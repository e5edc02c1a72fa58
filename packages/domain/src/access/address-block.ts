/** An IPv4 address, or the /56 of an IPv6 one, which a household gets. Other text counts as itself. */
export function addressBlock(address: string): string {
  return blockOf(address, 56)
}

/** An IPv4 address, or the /48 of an IPv6 one, which a hosting customer or a company gets. */
export function addressSite(address: string): string {
  return blockOf(address, 48)
}

function blockOf(address: string, bits: 48 | 56): string {
  const plain = plainAddress(address.toLowerCase()).split('%')[0] ?? ''
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  const [first, second, third, fourth = 0] = groups.map((group) => Number.parseInt(group, 16))
  const last = bits === 56 ? fourth & 0xff00 : 0
  return `${[first, second, third, last].map((group) => (group ?? 0).toString(16)).join(':')}::/${bits}`
}

/** The address alone: without the port of `203.0.113.9:1234` and `[2001:db8::1]:443`, and of IPv4 where IPv6 wraps it, as in `::ffff:203.0.113.9`. */
export function plainAddress(address: string): string {
  const [, bracketed, beforePort] = /^(?:\[([^\]]*)\](?::\d*)?|(\d+\.\d+\.\d+\.\d+):\d*)$/.exec(address) ?? []
  const bare = bracketed ?? beforePort ?? address
  const [, mapped, ...inHexadecimal] =
    /^(?:::|(?:0{1,4}:){5})ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(bare) ?? []
  if (mapped) return mapped
  return inHexadecimal[1] === undefined ? bare : dotted(inHexadecimal)
}

/** `cb00:7109` as `203.0.113.9`. */
function dotted(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
