import { describe, expect, it } from 'vitest'
import { BitWriter, withEmulationPrevention } from './bit-writer.ts'
import { parseSequenceParameters } from './sequence-parameters.ts'

interface Shape {
  colours?: number
  hasOwnScaling?: boolean
  orderType?: number
  frameNumberBits?: number
  width?: number
  areFramesOnly?: boolean
  /** What is left out on the left, on the right, at the top and at the bottom. */
  crop?: [number, number, number, number]
}

/** High profile, level 4, set 2, of 1920 x 1088 as it is stored. */
function sps(shape: Shape = {}): Uint8Array {
  const { colours = 1, hasOwnScaling = false, orderType = 0, frameNumberBits = 4, width = 120 } = shape
  const { areFramesOnly = true, crop } = shape
  const bits = new BitWriter()
  for (const byte of [0x67, 100, 0, 40]) bits.write(byte, 8)
  for (const value of [2, colours, 0, 0]) bits.writeExpGolomb(value)
  bits.write(0, 1)
  bits.write(hasOwnScaling ? 1 : 0, 1)
  bits.writeExpGolomb(frameNumberBits - 4)
  bits.writeExpGolomb(orderType)
  if (orderType === 0) bits.writeExpGolomb(2)
  bits.writeExpGolomb(4)
  bits.write(0, 1)
  bits.writeExpGolomb(width - 1)
  bits.writeExpGolomb(areFramesOnly ? 67 : 33)
  bits.write(areFramesOnly ? 1 : 0, 1)
  if (!areFramesOnly) bits.write(0, 1)
  bits.write(1, 1)
  bits.write(crop ? 1 : 0, 1)
  for (const value of crop ?? []) bits.writeExpGolomb(value)
  bits.write(0, 1)
  bits.write(1, 1)
  return withEmulationPrevention(bits.toBytes())
}

describe('a sequence parameter set', () => {
  it('tells how its slices begin and how large its frames are', () => {
    expect(parseSequenceParameters(sps({ frameNumberBits: 9 }))).toEqual({
      ...{ id: 2, profile: 100, frameNumberBits: 9, orderBits: 6, areFramesOnly: true },
      ...{ widthInMacroblocks: 120, heightInMacroblocks: 68, beginsAtCorner: true },
    })
    expect(parseSequenceParameters(sps({ areFramesOnly: false }))).toMatchObject({
      areFramesOnly: false,
      heightInMacroblocks: 68,
    })
  })

  it('tells whether frames begin at the corner of what is stored', () => {
    expect(parseSequenceParameters(sps({ crop: [0, 0, 0, 4] }))?.beginsAtCorner).toBe(true)
    expect(parseSequenceParameters(sps({ crop: [2, 0, 0, 4] }))?.beginsAtCorner).toBe(false)
    expect(parseSequenceParameters(sps({ crop: [0, 0, 1, 3] }))?.beginsAtCorner).toBe(false)
  })

  it('without an order that slices tell has none', () => {
    expect(parseSequenceParameters(sps({ orderType: 2 }))?.orderBits).toBeNull()
  })

  it('is none that can be used where it is unusual or cannot be', () => {
    for (const odd of [{ colours: 2 }, { hasOwnScaling: true }, { orderType: 1 }, { width: 5000 }]) {
      expect(parseSequenceParameters(sps(odd))).toBeNull()
    }
    expect(parseSequenceParameters(sps({ frameNumberBits: 17 }))).toBeNull()
  })
})
