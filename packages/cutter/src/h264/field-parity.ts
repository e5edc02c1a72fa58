import { isSlice, lengthPrefixedNals, nalType } from './nal-units.ts'
import { PayloadBits, withoutEmulationPrevention } from './payload-bits.ts'
import { parseSequenceParameters } from './sequence-parameters.ts'

/** A slice header's first numbers need no more. */
const SLICE_BYTES = 24

/** What must be known to read how a slice begins; null where frames are always frames, or it cannot be told. */
export interface FieldCoding {
  frameNumberBits: number
}

/** @param sps a sequence parameter set, its NAL header included */
export function fieldCodingOf(sps: Uint8Array): FieldCoding | null {
  const sequence = parseSequenceParameters(sps)
  return sequence && !sequence.areFramesOnly ? { frameNumberBits: sequence.frameNumberBits } : null
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
