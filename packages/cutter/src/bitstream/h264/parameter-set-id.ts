import { BitReader, withoutEmulationPrevention } from '../bit-reader.ts'
import { nalType, SEQUENCE_PARAMETERS } from './nal-units.ts'

/** How many bytes of a parameter set hold its id for certain, emulation prevention included. */
const ID_WITHIN_BYTES = 32

/** The id of an SPS or PPS: the first Exp-Golomb number of a PPS, and of an SPS after profile and level. */
export function parameterSetId(set: Uint8Array): number {
  const payload = withoutEmulationPrevention(set.subarray(0, ID_WITHIN_BYTES))
  const isSps = nalType(set) === SEQUENCE_PARAMETERS
  return new BitReader(payload, isSps ? 32 : 8).readExpGolomb()
}
