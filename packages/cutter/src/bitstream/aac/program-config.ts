import { BitReader } from '../bit-reader.ts'

/** A program config element (ISO/IEC 14496-3, 4.5.1.2): the channels of AAC whose channel configuration is 0. */
export interface ProgramConfig {
  channels: number
  /**
   * Elements as front|side|back|low frequencies, each with its tag: S for one channel, P for a pair, L for low
   * frequencies. Most encoders write 5.1 as 'S0 P0||P1|L0'.
   */
  elements: string
  /** Bits of the element after its id, from its tag to the last element that it lists, without its comment. */
  bits: number[]
}

/** Maximum number of channels that the decoder accepts. */
const MAX_CHANNELS = 8
const PROGRAM_CONFIG = 5

/**
 * Reads a program config element.
 * @param firstBit position of the first bit after the element's id
 * @param alignedBit bit position from which the byte alignment of the element's comment counts
 * @returns null if the element is cut off, or has no channels or too many
 */
export function readProgramConfig(bytes: Uint8Array, firstBit: number, alignedBit: number): ProgramConfig | null {
  const reader = new BitReader(bytes, firstBit)
  const bits: number[] = []
  const read = (count: number) => {
    const value = reader.readBits(count)
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
    return value
  }
  // Tag, object type and sample rate.
  read(10)
  const counts = [read(4), read(4), read(4)]
  const lowFrequencies = read(2)
  const dataElements = read(3)
  const couplingElements = read(4)
  if (read(1)) read(4)
  if (read(1)) read(4)
  if (read(1)) read(3)
  let channels = lowFrequencies
  const elementGroups = counts.map((count) =>
    Array.from({ length: count }, () => {
      const isPair = read(1) === 1
      channels += isPair ? 2 : 1
      return `${isPair ? 'P' : 'S'}${read(4)}`
    }).join(' '),
  )
  const lowElements = Array.from({ length: lowFrequencies }, () => `L${read(4)}`).join(' ')
  for (let index = 0; index < dataElements; index++) read(4)
  for (let index = 0; index < couplingElements; index++) read(5)
  const unalignedBits = (reader.position - alignedBit) % 8
  if (unalignedBits > 0) reader.readBits(8 - unalignedBits)
  const commentBytes = reader.readBits(8)
  const isComplete = reader.position + 8 * commentBytes <= 8 * bytes.length
  const hasValidChannels = channels > 0 && channels <= MAX_CHANNELS
  return isComplete && hasValidChannels ? { channels, elements: [...elementGroups, lowElements].join('|'), bits } : null
}

/** The program config element at the beginning of a raw AAC packet; null if the packet begins with another element. */
export function leadingProgramConfig(packet: Uint8Array): ProgramConfig | null {
  const isFirst = packet.length > 0 && packet[0]! >> 5 === PROGRAM_CONFIG
  return isFirst ? readProgramConfig(packet, 3, 0) : null
}

/** Appends a program config element to a two-byte AudioSpecificConfig with channel configuration 0. */
export function withProgramConfig(configuration: Uint8Array, { bits }: ProgramConfig): Uint8Array {
  const bytes = Buffer.concat([configuration, Buffer.alloc(Math.ceil(bits.length / 8) + 1)])
  for (const [index, bit] of bits.entries()) bytes[2 + (index >> 3)]! |= bit << (7 - (index & 7))
  return bytes
}
