import { BitWriter, withEmulationPrevention } from './bit-writer.ts'
import { IDR_SLICE, nalType } from './nal-units.ts'
import { PayloadBits, withoutEmulationPrevention } from './payload-bits.ts'
import type { FrameParameters } from './frame-parameters.ts'
import type { SequenceParameters } from './sequence-parameters.ts'

/** Where in a stream a frame is to go on. */
export interface Continuation {
  sequence: SequenceParameters
  /** frame_num: one more than that of the frame that it is predicted from. */
  frameNumber: number
  /** pic_order_cnt_lsb: when it is shown. */
  order: number
}

/** P slices (table 7-6), and the same where all of the frame are. */
const PREDICTED = new Set([0, 5])

/**
 * A slice in arithmetic coding as an encoder made it, which was given the latest reference frame of another stream to predict from, as that stream has it:
 * what it says of its place in its own stream is replaced, all else stays, bit for bit.
 * @param nal the NAL unit, predicted from the one reference frame before it and in one slice
 * @returns null where it is another kind of slice
 */
export function continuedSlice(
  nal: Uint8Array,
  encoder: { sequence: SequenceParameters; frame: FrameParameters },
  onto: Continuation,
): Uint8Array | null {
  const { sequence, frame } = encoder
  const isPlain = !frame.hasFieldOrder && !frame.isWeighted && !frame.hasRepeatedSlices && frame.isArithmetic
  if (nalType(nal) === IDR_SLICE || !isPlain || !sequence.areFramesOnly || onto.sequence.orderBits === null) {
    return null
  }
  const bits = new PayloadBits(withoutEmulationPrevention(nal), 8)
  const written = new BitWriter()
  written.write(nal[0]!, 8)
  const copyNumber = () => {
    const value = bits.readExpGolomb()
    written.writeExpGolomb(value)
    return value
  }
  const copyBit = () => {
    const bit = bits.readBits(1)
    written.write(bit, 1)
    return bit
  }
  const firstMacroblock = copyNumber()
  const type = copyNumber()
  copyNumber() // the parameter set
  bits.readBits(sequence.frameNumberBits)
  written.write(onto.frameNumber % 2 ** onto.sequence.frameNumberBits, onto.sequence.frameNumberBits)
  bits.readBits(sequence.orderBits ?? 0)
  written.write(onto.order, onto.sequence.orderBits)
  if (copyBit() === 1) {
    copyNumber() // of how many it is predicted
  }
  const isReordered = copyBit() === 1
  const isReference = (nal[0]! & 0x60) !== 0
  const isCachedOtherwise = !isReordered && isReference && copyBit() === 1
  if (firstMacroblock !== 0 || !PREDICTED.has(type) || isReordered || isCachedOtherwise) {
    return null
  }
  copyNumber() // the tables
  copyNumber() // the QP
  if (frame.tellsDeblocking && copyNumber() !== 1) {
    copyNumber() // its strengths
    copyNumber()
  }
  bits.align()
  written.align(1)
  written.copyRest(bits)
  return withEmulationPrevention(written.toBytes())
}
