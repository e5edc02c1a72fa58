import { BitWriter, withEmulationPrevention } from './bit-writer.ts'
import { FRAME_PARAMETERS } from './nal-units.ts'
import { PayloadBits, withoutEmulationPrevention } from './payload-bits.ts'

/** What a frame parameter set says of how its frames' slices begin (7.3.2.2). */
export interface FrameParameters {
  /** Of arithmetic coding (CABAC). */
  isArithmetic: boolean
  /** The order of fields is told beside that of their frame. */
  hasFieldOrder: boolean
  isWeighted: boolean
  tellsDeblocking: boolean
  hasRepeatedSlices: boolean
}

/**
 * @param pps a frame parameter set, its NAL header included
 * @returns null where macroblocks come in another order than that of reading (FMO)
 */
export function parseFrameParameters(pps: Uint8Array): FrameParameters | null {
  const bits = new PayloadBits(withoutEmulationPrevention(pps), 8)
  bits.readExpGolomb() // its id
  bits.readExpGolomb() // that of its sequence
  const isArithmetic = bits.readBits(1) === 1
  const hasFieldOrder = bits.readBits(1) === 1
  const isReordered = bits.readExpGolomb() > 0
  bits.readExpGolomb() // reference frames in use, of either list
  bits.readExpGolomb()
  const isWeighted = bits.readBits(1) === 1
  bits.readBits(2)
  bits.readSignedExpGolomb() // QPs
  bits.readSignedExpGolomb()
  bits.readSignedExpGolomb()
  const tellsDeblocking = bits.readBits(1) === 1
  bits.readBits(1)
  const hasRepeatedSlices = bits.readBits(1) === 1
  return isReordered ? null : { isArithmetic, hasFieldOrder, isWeighted, tellsDeblocking, hasRepeatedSlices }
}

/** The same set for frames of another sequence. */
export function ofSequence(pps: Uint8Array, sequenceId: number): Uint8Array {
  const payload = withoutEmulationPrevention(pps)
  const bits = new PayloadBits(payload, 8)
  const written = new BitWriter()
  written.write(FRAME_PARAMETERS | (pps[0]! & 0x60), 8)
  written.writeExpGolomb(bits.readExpGolomb())
  bits.readExpGolomb()
  written.writeExpGolomb(sequenceId)
  written.copyRest(bits)
  return withEmulationPrevention(written.toBytes())
}
