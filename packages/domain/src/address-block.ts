/**
 * What counts as one place on the network: an IPv4 address, or the 56 leading bits of an IPv6 one: what a household
 * is given, and may use every address of. Text that is no address counts as itself.
 */
export function addressBlock(address: string): string {
  const plain = address.toLowerCase().split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped) return mapped
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  const [first, second, third, fourth = 0] = groups.map((group) => Number.parseInt(group, 16))
  return `${[first, second, third, fourth & 0xff00].map((group) => (group ?? 0).toString(16)).join(':')}::/56`
}
