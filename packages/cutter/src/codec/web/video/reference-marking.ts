import { BitReader, withoutEmulationPrevention } from '../../../bitstream/bit-reader.ts'
import { type SliceCoding, sliceCodingOf } from '../../../bitstream/h264/slice-coding.ts'

/** Fields of parameter sets that come into slice headers before the marking of references. */
export interface HeaderFields extends SliceCoding {
  hasFieldOrder: boolean
  isArithmetic: boolean
  hasDeblocking: boolean
  hasRedundancy: boolean
  hasWeights: boolean
  hasBothWeights: boolean
  references: readonly [forward: number, backward: number]
}

/** The marking of references in a slice header. Places are bits of the slice without emulation prevention. */
export interface ReferenceMarking {
  /** Distances to the frames whose references are dropped, in reference frames, from 1. */
  dropped: number[]
  /** The flag of commands and the commands, end excluded. */
  from: number
  to: number
  /** End of the slice header. */
  headerEnd: number
}

const SLICE_TYPES = 5
const PREDICTED = 0
const BIDIRECTIONAL = 1
const INTRA = 2
const FILTER_OFF = 1
const END_OF_MODIFICATIONS = 3
const DROP_SHORT_TERM = 1
/** Numbers after each marking command, by its number. */
const COMMAND_NUMBERS = [0, 1, 1, 2, 1, 0, 1]
/** Number of first bytes of a slice that are searched for its marking. */
const HEADER_BYTES = 160

/** @returns null for parameter sets of unusual kinds */
export function headerFieldsOf(sps: Uint8Array, pps: Uint8Array): HeaderFields | null {
  const picture = pictureFieldsOf(pps)
  const sequence = sliceCodingOf(sps)
  return sequence && picture && { ...sequence, ...picture }
}

function pictureFieldsOf(pps: Uint8Array) {
  const bits = new BitReader(withoutEmulationPrevention(pps), 8)
  bits.readExpGolomb() // id
  bits.readExpGolomb() // SPS id
  const isArithmetic = bits.readBits(1) === 1
  const hasFieldOrder = bits.readBits(1) === 1
  const hasSliceGroups = bits.readExpGolomb() > 0
  if (hasSliceGroups) return null
  const references = [bits.readExpGolomb() + 1, bits.readExpGolomb() + 1] as const
  const hasWeights = bits.readBits(1) === 1
  const hasBothWeights = bits.readBits(2) === 1
  for (let number = 0; number < 3; number++) bits.readExpGolomb() // QPs
  const hasDeblocking = bits.readBits(1) === 1
  bits.readBits(1)
  const hasRedundancy = bits.readBits(1) === 1
  return { hasFieldOrder, isArithmetic, hasDeblocking, references, hasWeights, hasBothWeights, hasRedundancy }
}

/**
 * Reads the commands by which a reference frame drops earlier ones (ITU-T H.264, 7.3.3).
 * @returns null for a field, and for a frame without commands
 */
export function referenceMarking(slice: Uint8Array, fields: HeaderFields): ReferenceMarking | null {
  const bits = new BitReader(withoutEmulationPrevention(slice.subarray(0, HEADER_BYTES)), 8)
  bits.readExpGolomb() // first macroblock
  const type = bits.readExpGolomb() % SLICE_TYPES
  bits.readExpGolomb() // PPS id
  bits.readBits(fields.frameNumberBits)
  const isField = !fields.areFramesOnly && bits.readBits(1) === 1
  // Fields count their references one by one.
  if (isField) return null
  bits.readBits(fields.orderBits)
  if (fields.orderBits > 0 && fields.hasFieldOrder) bits.readExpGolomb()
  if (fields.hasRedundancy) bits.readExpGolomb()
  if (type === BIDIRECTIONAL) bits.readBits(1)
  skipReferenceLists(bits, type, fields)
  const from = bits.position
  if (bits.readBits(1) === 0) return null
  const dropped: number[] = []
  for (let isEnd = false; !isEnd; ) {
    const command = bits.readExpGolomb()
    const numbers = Array.from({ length: COMMAND_NUMBERS[command] ?? 0 }, () => bits.readExpGolomb())
    if (command === DROP_SHORT_TERM) dropped.push(numbers[0]! + 1)
    isEnd = command === 0 || bits.position > HEADER_BYTES * 8
  }
  const to = bits.position
  if (fields.isArithmetic && type !== INTRA) bits.readExpGolomb() // tables
  bits.readExpGolomb() // QP
  const hasFilterStrength = fields.hasDeblocking && bits.readExpGolomb() !== FILTER_OFF
  if (hasFilterStrength) for (let number = 0; number < 2; number++) bits.readExpGolomb()
  return { dropped, from, to, headerEnd: bits.position }
}

function skipReferenceLists(bits: BitReader, type: number, fields: HeaderFields): void {
  const lists = type === PREDICTED ? 1 : type === BIDIRECTIONAL ? 2 : 0
  if (lists === 0) return
  const hasCounts = bits.readBits(1) === 1
  const counts = fields.references.slice(0, lists).map((count) => (hasCounts ? bits.readExpGolomb() + 1 : count))
  for (let list = 0; list < lists; list++) {
    if (bits.readBits(1) === 0) continue
    while (bits.readExpGolomb() !== END_OF_MODIFICATIONS && bits.position < HEADER_BYTES * 8) bits.readExpGolomb()
  }
  const isWeighted = type === PREDICTED ? fields.hasWeights : fields.hasBothWeights
  if (!isWeighted) return
  bits.readExpGolomb() // precision of luma
  bits.readExpGolomb() // precision of chroma
  for (const count of counts) {
    for (let reference = 0; reference < count; reference++) {
      // A weight and an offset for luma, and for both planes of chroma.
      for (const numbers of [2, 4])
        if (bits.readBits(1) === 1) for (let number = 0; number < numbers; number++) bits.readExpGolomb()
    }
  }
}
