import { BitReader } from '../bit-reader.ts'

/**
 * A program config element (ISO/IEC 14496-3, 4.5.1.2): the channels of AAC whose channel configuration is 0.
 */
export interface ProgramConfig {
  channels: number
  /**
   * Elements as front|side|back|low frequencies, each with its tag: S for one channel, P for a pair, L for low
   * frequencies. 'S0 P0||P1|L0' is what most encoders write for 5.1.
   */
  elements: string
  /** The element without its name, from its tag to the end of its comment. */
  bits: number[]
}

/** More is not decoded. */
const MOST_CHANNELS = 8
const PROGRAM_CONFIG = 5

/**
 * Reads an element behind its name.
 * @param alignedBit where the bits begin to which the element's comment is aligned
 * @returns null where it makes no sense
 */
export function readProgramConfig(bytes: Uint8Array, firstBit: number, alignedBit: number): ProgramConfig | null {
  const reader = new BitReader(bytes, firstBit)
  const bits: number[] = []
  const read = (count: number) => {
    const value = reader.readBits(count)
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
    return value
  }
  // Tag, object type and rate are those of the stream.
  read(10)
  const counts = [read(4), read(4), read(4)]
  const lowFrequencies = read(2)
  const data = read(3)
  const coupled = read(4)
  if (read(1)) read(4)
  if (read(1)) read(4)
  if (read(1)) read(3)
  let channels = lowFrequencies
  const places = counts.map((count) =>
    Array.from({ length: count }, () => {
      const isPair = read(1) === 1
      channels += isPair ? 2 : 1
      return `${isPair ? 'P' : 'S'}${read(4)}`
    }).join(' '),
  )
  const low = Array.from({ length: lowFrequencies }, () => `L${read(4)}`).join(' ')
  for (let index = 0; index < data; index++) read(4)
  for (let index = 0; index < coupled; index++) read(5)
  const unaligned = (reader.position - alignedBit) % 8
  if (unaligned > 0) reader.readBits(8 - unaligned)
  const commentBytes = reader.readBits(8)
  const isWhole = reader.position + 8 * commentBytes <= 8 * bytes.length
  const isPossible = channels > 0 && channels <= MOST_CHANNELS
  return isWhole && isPossible ? { channels, elements: [...places, low].join('|'), bits } : null
}

/** The element with which a raw AAC packet begins; null: it begins with another one. */
export function leadingProgramConfig(packet: Uint8Array): ProgramConfig | null {
  const isFirst = packet.length > 0 && packet[0]! >> 5 === PROGRAM_CONFIG
  return isFirst ? readProgramConfig(packet, 3, 0) : null
}

/** An AudioSpecificConfig of two bytes with channel configuration 0, and the element that it then needs. */
export function withProgramConfig(configuration: Uint8Array, { bits }: ProgramConfig): Uint8Array {
  const bytes = Buffer.concat([configuration, Buffer.alloc(Math.ceil(bits.length / 8) + 1)])
  for (const [index, bit] of bits.entries()) bytes[2 + (index >> 3)]! |= bit << (7 - (index & 7))
  return bytes
}
