import { BitReader, withoutEmulationPrevention } from '../bit-reader.ts'
import { IDR_SLICE, isSlice, nalsOf, nalType, SEI_TYPE } from './nal-units.ts'

/**
 * How a decoder can start at a frame. An IDR frame is a clean start. After a recovery point, the output is correct
 * `recoversAfter` reference frames later (0: at once). An intra frame without a recovery point counts as 0. No other
 * frame is a start, even if a table lists it as one. null: the bytes are not enough to decide.
 */
export type FrameStart = { isIdr: boolean; recoversAfter: number } | 'no start' | null

const RECOVERY_POINT_TYPE = 6
/** Slice types I and SI (table 7-6). Each has a second number for frames whose slices all have that type. */
const INTRA_SLICES = new Set([2, 4, 7, 9])
/** Number of bytes at the start of a slice that always contain its slice type, the second number of its header. */
const SLICE_TYPE_WITHIN_BYTES = 8

/**
 * Reads how a decoder can start at a frame.
 * @param sample a whole sample or its first bytes
 * @param lengthBytes bytes of the length before each NAL unit; null: the sample is a byte stream
 */
export function readFrameStart(sample: Uint8Array, lengthBytes: number | null): FrameStart {
  let recoversAfter: number | null = null
  for (const nal of nalsOf(sample, lengthBytes)) {
    const type = nal.length > 0 ? nalType(nal) : 0
    if (type === SEI_TYPE) {
      recoversAfter ??= recoveryFrames(nal)
    } else if (type === IDR_SLICE) {
      return { isIdr: true, recoversAfter: 0 }
    } else if (isSlice(type)) {
      if (recoversAfter !== null) return { isIdr: false, recoversAfter }
      const isCutShort = nal.length < SLICE_TYPE_WITHIN_BYTES && endOf(nal) === endOf(sample)
      if (isCutShort) return null
      // An intra frame is a start even without a recovery point.
      return isIntraSlice(nal) ? { isIdr: false, recoversAfter: 0 } : 'no start'
    }
  }
  return null
}

function endOf(bytes: Uint8Array): number {
  return bytes.byteOffset + bytes.length
}

function isIntraSlice(nal: Uint8Array): boolean {
  const bits = new BitReader(withoutEmulationPrevention(nal.subarray(0, SLICE_TYPE_WITHIN_BYTES)), 8)
  bits.readExpGolomb() // the number of the first macroblock
  return INTRA_SLICES.has(bits.readExpGolomb())
}

/** The recovery_frame_cnt of a recovery point among the SEI messages of a NAL unit; null when there is none. */
function recoveryFrames(nal: Uint8Array): number | null {
  const payload = withoutEmulationPrevention(nal)
  let at = 1
  const readSeiNumber = () => {
    let sum = 0
    for (; payload[at] === 0xff; at++) sum += 0xff
    sum += payload[at] ?? 0
    at += 1
    return sum
  }
  while (at + 2 < payload.length) {
    const type = readSeiNumber()
    const sizeBytes = readSeiNumber()
    if (type === RECOVERY_POINT_TYPE) return new BitReader(payload, at * 8).readExpGolomb()
    at += sizeBytes
  }
  return null
}
