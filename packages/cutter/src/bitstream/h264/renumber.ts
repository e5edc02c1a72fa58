import { BitReader, withEmulationPrevention, withoutEmulationPrevention } from '../bit-reader.ts'

/**
 * Gives parameter sets and slices other ids, so that the frames of two encoders fit in one stream. All numbers are
 * Exp-Golomb codes, whose length depends on the number.
 */

/** Bits before the id of an SPS: NAL header, profile, constraints and level. */
const BITS_BEFORE_SPS_ID = 32
const NAL_HEADER_BITS = 8
/** Highest PPS id that is assigned. The code of 255 is longer than all others. */
const MAX_PPS_ID = 254

/** Gives an SPS another id, 0 to 31. */
export function withSpsId(sps: Uint8Array, id: number): Uint8Array {
  const payload = withoutEmulationPrevention(sps)
  return replaceNumbers(payload, BITS_BEFORE_SPS_ID, [id])
}

/** Gives a PPS another id, 0 to 255, and another SPS. */
export function withPpsId(pps: Uint8Array, id: number, spsId: number): Uint8Array {
  return replaceNumbers(withoutEmulationPrevention(pps), NAL_HEADER_BITS, [id, spsId])
}

/** The id of the SPS that a PPS refers to. */
export function spsIdOfPps(pps: Uint8Array): number {
  const bits = new BitReader(withoutEmulationPrevention(pps), NAL_HEADER_BITS)
  bits.readExpGolomb() // its own id
  return bits.readExpGolomb()
}

/**
 * The PPS ids that slices with a given id can get. Their codes have the same length or differ by a whole byte. All
 * later bits then keep their place within a byte, which CABAC data and plain samples (I_PCM) depend on.
 */
export function slicePpsIds(id: number): number[] {
  const length = golombBits(id).length
  return Array.from({ length: MAX_PPS_ID + 1 }, (_, newId) => newId).filter(
    (newId) => (golombBits(newId).length - length) % 8 === 0,
  )
}

/** The PPS id in the header of a slice (7.3.3). */
export function ppsIdOfSlice(slice: Uint8Array): number {
  return splitSlice(slice).id
}

/**
 * Gives a slice another PPS id. Only the first bytes change.
 * @param newId one of `slicePpsIds` of its id
 */
export function withSlicePpsId(slice: Uint8Array, newId: number): Uint8Array {
  const { head, rest, from, to, id } = splitSlice(slice)
  if (newId === id) return slice
  const bits = toBits(head)
  const newHead = withEmulationPrevention(toBytes(bits.slice(0, from) + golombBits(newId) + bits.slice(to)))
  const renumberedSlice = new Uint8Array(newHead.length + rest.length)
  renumberedSlice.set(newHead)
  renumberedSlice.set(rest, newHead.length)
  return renumberedSlice
}

/** Splits a slice after its PPS id: the head without emulation prevention, and the rest as it is. */
function splitSlice(slice: Uint8Array) {
  const { from, to, id } = placeOfPpsId(slice)
  const head: number[] = []
  let zeros = 0
  let at = 0
  // The head ends with an unchanged byte that is not zero, so that emulation prevention in the rest stays valid.
  while (at < slice.length && !(head.length * 8 >= to + 8 && head.at(-1) !== 0)) {
    const byte = slice[at]!
    const isInserted = zeros >= 2 && byte === 3
    if (!isInserted) head.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
    at += 1
  }
  return { head: Uint8Array.from(head), rest: slice.subarray(at), from, to, id }
}

/** Number of bytes at the start of a slice that always contain its PPS id, including emulation prevention. */
const PPS_ID_WITHIN_BYTES = 24

/** The bits of the PPS id in a slice header, end excluded. */
function placeOfPpsId(slice: Uint8Array): { from: number; to: number; id: number } {
  const bits = new BitReader(withoutEmulationPrevention(slice.subarray(0, PPS_ID_WITHIN_BYTES)), NAL_HEADER_BITS)
  bits.readExpGolomb() // the number of the first macroblock
  bits.readExpGolomb() // the slice type
  const from = bits.position
  const id = bits.readExpGolomb()
  return { from, to: bits.position, id }
}

/** Replaces consecutive Exp-Golomb numbers in a parameter set. All later bits move, up to the stop bit. */
function replaceNumbers(payload: Uint8Array, from: number, values: readonly number[]): Uint8Array {
  const reader = new BitReader(payload, from)
  for (let count = 0; count < values.length; count++) reader.readExpGolomb()
  const bits = toBits(payload)
  const stop = bits.lastIndexOf('1')
  const rest = bits.slice(reader.position, stop + 1)
  return withEmulationPrevention(toBytes(bits.slice(0, from) + values.map(golombBits).join('') + rest))
}

function golombBits(value: number): string {
  const digits = (value + 1).toString(2)
  return '0'.repeat(digits.length - 1) + digits
}

function toBits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
}

/** Converts bits to bytes. The last byte is padded with zeros. */
function toBytes(bits: string): Uint8Array {
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(8 * index, 8 * index + 8).padEnd(8, '0'), 2),
  )
}
