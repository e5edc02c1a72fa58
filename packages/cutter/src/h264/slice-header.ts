import { IDR_SLICE, isSlice, lengthPrefixedNals, nalType } from './nal-units.ts'
import { PayloadBits, withoutEmulationPrevention } from './payload-bits.ts'
import type { SequenceParameters } from './sequence-parameters.ts'

/** How the first slice of a frame begins (7.3.3). */
export interface SliceHeader {
  isIdr: boolean
  /** Others may be predicted from it (nal_ref_idc). */
  isReference: boolean
  /** frame_num: counts frames that others are predicted from, modulo 2 ** frameNumberBits. */
  frameNumber: number
  /** pic_order_cnt_lsb: tells when it is shown, modulo 2 ** orderBits. */
  order: number
}

/** What is read of a slice header needs no more. */
const HEADER_BYTES = 32

/** Null where there is no slice at the beginning of a frame, or its order is told by another rule than the usual one. */
export function readSliceHeader(
  sample: Uint8Array,
  lengthBytes: number,
  { frameNumberBits, orderBits, areFramesOnly }: SequenceParameters,
): SliceHeader | null {
  const slice = [...lengthPrefixedNals(sample, lengthBytes)].find((nal) => nal.length > 0 && isSlice(nalType(nal)))
  if (!slice || !areFramesOnly || orderBits === null) {
    return null
  }
  const bits = new PayloadBits(withoutEmulationPrevention(slice.subarray(0, HEADER_BYTES)), 8)
  const firstMacroblock = bits.readExpGolomb()
  bits.readExpGolomb() // the type
  bits.readExpGolomb() // the parameter set
  const frameNumber = bits.readBits(frameNumberBits)
  const isIdr = nalType(slice) === IDR_SLICE
  if (isIdr) {
    bits.readExpGolomb() // tells it from the one before
  }
  const order = bits.readBits(orderBits)
  return firstMacroblock === 0 ? { isIdr, isReference: (slice[0]! & 0x60) !== 0, frameNumber, order } : null
}
