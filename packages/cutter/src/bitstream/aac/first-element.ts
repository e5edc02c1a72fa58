import { BitReader } from '../bit-reader.ts'

/** What a raw AAC packet begins with: the audio of one channel, or of a pair; null: neither can be seen. */
export type FirstElement = 'single' | 'pair' | null

const SINGLE = 0
const PAIR = 1
const DATA = 4
const FILL = 6
/** Other elements that may come first. */
const MOST_SKIPPED = 8

/** Only stereo begins with a pair: mono and all else that a channel configuration names begin with a single channel. */
export function firstElement(packet: Uint8Array): FirstElement {
  const bits = new BitReader(packet)
  const skip = (bytes: number) => {
    for (let index = 0; index < bytes; index++) bits.readBits(8)
  }
  for (let skipped = 0; skipped < MOST_SKIPPED && bits.position < 8 * packet.length; skipped++) {
    const element = bits.readBits(3)
    if (element === SINGLE) return 'single'
    if (element === PAIR) return 'pair'
    if (element === FILL) {
      const count = bits.readBits(4)
      skip(count === 15 ? 14 + bits.readBits(8) : count)
    } else if (element === DATA) {
      bits.readBits(4)
      const isAligned = bits.readBits(1) === 1
      const count = bits.readBits(8)
      const bytes = count === 255 ? 255 + bits.readBits(8) : count
      if (isAligned && bits.position % 8 > 0) bits.readBits(8 - (bits.position % 8))
      skip(bytes)
    } else {
      return null
    }
  }
  return null
}
