import { BitReader } from '../bit-reader.ts'

/** First audio element of a raw AAC packet: one channel or a pair; null if neither could be read. */
export type FirstElement = 'single' | 'pair' | null

const SINGLE_CHANNEL_ELEMENT = 0
const CHANNEL_PAIR_ELEMENT = 1
const DATA_ELEMENT = 4
const FILL_ELEMENT = 6
/** Maximum number of elements that are read to find the first audio element. */
const MAX_ELEMENTS = 8

/** Reads the first audio element. Only stereo begins with a pair, all other channel configurations with one channel. */
export function firstElement(packet: Uint8Array): FirstElement {
  const bits = new BitReader(packet)
  const skipBytes = (bytes: number) => {
    for (let index = 0; index < bytes; index++) bits.readBits(8)
  }
  for (let elements = 0; elements < MAX_ELEMENTS && bits.position < 8 * packet.length; elements++) {
    const element = bits.readBits(3)
    if (element === SINGLE_CHANNEL_ELEMENT) return 'single'
    if (element === CHANNEL_PAIR_ELEMENT) return 'pair'
    if (element === FILL_ELEMENT) {
      const count = bits.readBits(4)
      skipBytes(count === 15 ? 14 + bits.readBits(8) : count)
    } else if (element === DATA_ELEMENT) {
      bits.readBits(4)
      const isAligned = bits.readBits(1) === 1
      const count = bits.readBits(8)
      const bytes = count === 255 ? 255 + bits.readBits(8) : count
      if (isAligned && bits.position % 8 > 0) bits.readBits(8 - (bits.position % 8))
      skipBytes(bytes)
    } else {
      return null
    }
  }
  return null
}
