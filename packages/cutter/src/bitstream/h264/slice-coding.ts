import { BitReader, withoutEmulationPrevention } from '../bit-reader.ts'
import { isSlice, lengthPrefixedNals, nalType } from './nal-units.ts'

/** Number of bytes at the start of a slice that always contain its frame number and field flags. */
const SLICE_BYTES = 24

/** Fields of an SPS that are necessary to read slice headers. */
export interface SliceCoding {
  frameNumberBits: number
  /** Bits of the frame order count; 0: frames are in decode order. */
  orderBits: number
  /** Whether an encoder may skip frame numbers on purpose (gaps_in_frame_num_value_allowed_flag). */
  areGapsAllowed: boolean
  /** Whether every frame is coded as a frame, never as two fields (frame_mbs_only_flag). */
  areFramesOnly: boolean
}

/** Profiles whose SPS contains the chroma format. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44])
const YUV_420 = 1
/** Maximum number of bits of a frame number in the standard (7.4.2.1.1). */
const MAX_FRAME_NUMBER_BITS = 16

/**
 * Reads the fields of an SPS that slice headers depend on.
 * @param sps a sequence parameter set (7.3.2.1.1), its NAL header included
 * @returns null for a set with another chroma format than 4:2:0, a scaling matrix or frame order type 1
 */
export function sliceCodingOf(sps: Uint8Array): SliceCoding | null {
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
  if (orderType === 1 || frameNumberBits > MAX_FRAME_NUMBER_BITS) return null
  const orderBits = orderType === 0 ? bits.readExpGolomb() + 4 : 0
  bits.readExpGolomb() // reference frames
  const areGapsAllowed = bits.readBits(1) === 1
  bits.readExpGolomb() // width
  bits.readExpGolomb() // height
  return { frameNumberBits, orderBits, areGapsAllowed, areFramesOnly: bits.readBits(1) === 1 }
}

/** Reads a sample's frame number (7.4.3) and its first field, null for a whole frame. Returns null without a slice. */
export function readCodedFrame(
  sample: Uint8Array,
  lengthBytes: number,
  { frameNumberBits, areFramesOnly }: SliceCoding,
): { number: number; firstField: 'even' | 'odd' | null } | null {
  for (const nal of lengthPrefixedNals(sample, lengthBytes)) {
    if (nal.length > 0 && isSlice(nalType(nal))) {
      const bits = new BitReader(withoutEmulationPrevention(nal.subarray(0, SLICE_BYTES)), 8)
      for (let field = 0; field < 3; field++) bits.readExpGolomb() // the first macroblock, the type, the parameter set
      const number = bits.readBits(frameNumberBits)
      const isField = !areFramesOnly && bits.readBits(1) === 1
      return { number, firstField: isField ? (bits.readBits(1) === 0 ? 'even' : 'odd') : null }
    }
  }
  return null
}
