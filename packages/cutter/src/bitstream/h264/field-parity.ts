import { BitReader, withoutEmulationPrevention } from '../bit-reader.ts'
import { isSlice, lengthPrefixedNals, nalType } from './nal-units.ts'

/** A slice header's first numbers need no more. */
const SLICE_BYTES = 24

/** The fields needed to read a slice header; null for streams without field coding, or if it is unknown. */
export interface FieldCoding {
  frameNumberBits: number
}

/** Profiles whose parameter sets tell the chroma format before anything else. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44])
const YUV_420 = 1
/** By the standard (7.4.2.1.1). */
const MOST_FRAME_NUMBER_BITS = 16

/**
 * @param sps a sequence parameter set (7.3.2.1.1), its NAL header included
 * @returns null where every frame is coded as one, or the set is too unusual to tell
 */
export function fieldCodingOf(sps: Uint8Array): FieldCoding | null {
  const bits = new BitReader(withoutEmulationPrevention(sps), 8)
  const profile = bits.readBits(8)
  bits.readBits(16) // constraints, level
  bits.readExpGolomb() // id
  if (HIGH_PROFILES.has(profile)) {
    const chromaFormat = bits.readExpGolomb()
    bits.readExpGolomb() // luma bit depth
    bits.readExpGolomb() // chroma bit depth
    bits.readBits(1)
    const hasScalingMatrix = bits.readBits(1) === 1
    if (chromaFormat !== YUV_420 || hasScalingMatrix) return null
  }
  const frameNumberBits = bits.readExpGolomb() + 4
  const orderType = bits.readExpGolomb()
  if (orderType === 1 || frameNumberBits > MOST_FRAME_NUMBER_BITS) return null
  if (orderType === 0) bits.readExpGolomb() // bits of the frame order count
  bits.readExpGolomb() // reference frames
  bits.readBits(1)
  bits.readExpGolomb() // width
  bits.readExpGolomb() // height
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
      const bits = new BitReader(withoutEmulationPrevention(nal.subarray(0, SLICE_BYTES)), 8)
      for (let field = 0; field < 3; field++) bits.readExpGolomb() // the first macroblock, the type, the parameter set
      bits.readBits(frameNumberBits)
      return bits.readBits(1) === 0 ? null : bits.readBits(1) === 0 ? 'even' : 'odd'
    }
  }
  return null
}
