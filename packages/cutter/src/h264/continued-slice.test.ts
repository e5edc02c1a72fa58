import { describe, expect, it } from 'vitest'
import { BitWriter, withEmulationPrevention } from './bit-writer.ts'
import { continuedSlice } from './continued-slice.ts'
import { joinLengthPrefixed } from './nal-units.ts'
import { withoutEmulationPrevention } from './payload-bits.ts'
import type { SequenceParameters } from './sequence-parameters.ts'
import { readSliceHeader } from './slice-header.ts'

const sequence: SequenceParameters = {
  ...{ id: 0, profile: 100, frameNumberBits: 4, orderBits: null, areFramesOnly: true },
  ...{ widthInMacroblocks: 24, heightInMacroblocks: 14, beginsAtCorner: true },
}
const frame = {
  isArithmetic: true,
  hasFieldOrder: false,
  isWeighted: false,
  tellsDeblocking: true,
  hasRepeatedSlices: false,
}
/** Two zeros and a small number would look like a start code. */
const DATA = [0xca, 0, 0, 1, 0, 0, 0, 0x80]
const onto = { sequence: { ...sequence, frameNumberBits: 9, orderBits: 6 }, frameNumber: 514, order: 43 }

/** A slice of a P frame as an encoder begins it. */
function slice({ nalHeader = 0x41, type = 5, isReordered = false } = {}): Uint8Array {
  const bits = new BitWriter()
  bits.write(nalHeader, 8)
  for (const value of [0, type, 3]) bits.writeExpGolomb(value)
  bits.write(7, sequence.frameNumberBits)
  bits.write(0, 1)
  bits.write(isReordered ? 1 : 0, 1)
  bits.write(0, 1)
  for (const value of [1, 12, 0, 2, 2]) bits.writeExpGolomb(value)
  bits.align(1)
  for (const byte of DATA) bits.write(byte, 8)
  return withEmulationPrevention(bits.toBytes())
}

describe('a slice that goes on in another stream', () => {
  it('says its place there, and all else as before', () => {
    const continued = continuedSlice(slice(), { sequence, frame }, onto)!
    const told = readSliceHeader(joinLengthPrefixed([continued], 4), 4, onto.sequence)
    expect(told).toEqual({ isIdr: false, isReference: true, frameNumber: 2, order: 43 })
    expect([...withoutEmulationPrevention(continued)].slice(-DATA.length)).toEqual(DATA)
    // Nothing in it may look like a start code.
    expect(Buffer.from(continued).includes(Buffer.from([0, 0, 1]))).toBe(false)
  })

  it.each([
    ['of a frame that stands by itself', { nalHeader: 0x65 }],
    ['of frames predicted from two', { type: 6 }],
    ['that is predicted from another frame than the one before', { isReordered: true }],
  ])('is none %s', (_, changes) => {
    expect(continuedSlice(slice(changes), { sequence, frame }, onto)).toBeNull()
  })

  it('is none where slices begin in ways that nobody here writes', () => {
    for (const odd of [{ isWeighted: true }, { hasRepeatedSlices: true }, { isArithmetic: false }]) {
      expect(continuedSlice(slice(), { sequence, frame: { ...frame, ...odd } }, onto)).toBeNull()
    }
    const ordered = { ...onto, sequence: { ...onto.sequence, orderBits: null } }
    expect(continuedSlice(slice(), { sequence, frame }, ordered)).toBeNull()
  })
})
