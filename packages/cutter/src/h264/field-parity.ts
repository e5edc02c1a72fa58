import { isSlice, lengthPrefixedNals, nalType } from './nal-units.ts'
import { PayloadBits, withoutEmulationPrevention } from './payload-bits.ts'

/** Profiles whose parameter sets tell the kind of colour before anything else (7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44])
/** A slice header's first numbers need no more. */
const SLICE_BYTES = 24

/** By the standard (7.4.2.1.1). */
const MOST_FRAME_NUMBER_BITS = 16

/** What must be known to read how a slice begins; null where pictures are always frames, or it cannot be told. */
export interface FieldCoding {
  frameNumberBits: number
}

/** @param sps a sequence parameter set, its NAL header included */
export function fieldCodingOf(sps: Uint8Array): FieldCoding | null {
  const bits = new PayloadBits(withoutEmulationPrevention(sps), 8)
  const profile = bits.readBits(8)
  bits.readBits(16)
  bits.readExpGolomb()
  if (HIGH_PROFILES.has(profile)) {
    const colours = bits.readExpGolomb()
    bits.readExpGolomb()
    bits.readExpGolomb()
    bits.readBits(1)
    const hasOwnScaling = bits.readBits(1) === 1
    if (colours !== 1 || hasOwnScaling) {
      return null
    }
  }
  const frameNumberBits = bits.readExpGolomb() + 4
  if (frameNumberBits > MOST_FRAME_NUMBER_BITS) {
    return null
  }
  const orderType = bits.readExpGolomb()
  if (orderType === 1) {
    return null
  }
  if (orderType === 0) {
    bits.readExpGolomb()
  }
  bits.readExpGolomb()
  bits.readBits(1)
  bits.readExpGolomb()
  bits.readExpGolomb()
  const areFramesOnly = bits.readBits(1) === 1
  return areFramesOnly ? null : { frameNumberBits }
}

/** Whether a sample begins with the field of the even lines or with that of the odd ones; null for a frame. */
export function firstField(
  sample: Uint8Array,
  lengthBytes: number,
  { frameNumberBits }: FieldCoding,
): 'even' | 'odd' | null {
  for (const nal of lengthPrefixedNals(sample, lengthBytes)) {
    if (nal.length > 0 && isSlice(nalType(nal))) {
      const bits = new PayloadBits(withoutEmulationPrevention(nal.subarray(0, SLICE_BYTES)), 8)
      for (let field = 0; field < 3; field++) {
        bits.readExpGolomb() // the first macroblock, the type, the parameter set
      }
      bits.readBits(frameNumberBits)
      return bits.readBits(1) === 0 ? null : bits.readBits(1) === 0 ? 'even' : 'odd'
    }
  }
  return null
}
