/** Numbers that readers trip over. */
const CRUEL = [0, 1, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

/** Another form of some bytes: a few of them changed, doubled, taken away, or taken from others. */
export function mutated(bytes: Buffer, others: readonly Buffer[], random: () => number): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let count = 1 + below(4); count > 0 && changed.length > 8; count--) {
    const at = below(changed.length - 4)
    const length = 1 + below(Math.min(64, changed.length - at))
    const rest = changed.subarray(at + length)
    switch (below(7)) {
      case 0:
        changed[at]! ^= 1 << below(8)
        break
      case 1:
        changed[at] = below(256)
        break
      case 2:
        changed.writeUInt32BE(CRUEL[below(CRUEL.length)]!, at)
        break
      case 3:
        changed = Buffer.concat([changed.subarray(0, at), rest])
        break
      case 4:
        changed = Buffer.concat([changed.subarray(0, at + length), changed.subarray(at)])
        break
      case 5: {
        const other = others[below(others.length)]!
        const from = below(other.length)
        changed = Buffer.concat([changed.subarray(0, at), other.subarray(from, from + length), rest])
        break
      }
      default:
        changed = below(4) === 0 ? changed.subarray(0, at) : changed
    }
  }
  return changed
}
