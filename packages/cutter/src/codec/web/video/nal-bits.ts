import { BitReader } from '../../../bitstream/bit-reader.ts'

/** Bits of bytes as text, end excluded. */
export function bitsOf(bytes: Uint8Array, from: number, to: number): string {
  const bits = new BitReader(bytes, from)
  return Array.from({ length: to - from }, () => bits.readBits(1)).join('')
}

/** The bytes of these bits, the last one filled up with zeros. */
export function packBits(bits: string): number[] {
  return Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(8 * index, 8 * index + 8).padEnd(8, '0'), 2),
  )
}

const START_CODE_BYTES = 4

/** Joins NAL units after their lengths, or after start codes. */
export function joinedNals(nals: readonly Uint8Array[], lengthBytes: number | null): Uint8Array {
  const prefixBytes = lengthBytes ?? START_CODE_BYTES
  const sample = new Uint8Array(nals.reduce((sum, nal) => sum + prefixBytes + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    const prefix = lengthBytes === null ? 1 : nal.length
    for (let byte = 0; byte < prefixBytes; byte++) sample[at + byte] = prefix >> (8 * (prefixBytes - 1 - byte))
    sample.set(nal, at + prefixBytes)
    at += prefixBytes + nal.length
  }
  return sample
}
