import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withEmulationPrevention, withoutEmulationPrevention } from '../bit-reader.ts'
import { parameterSetId } from './avc-configuration.ts'
import { h264FrameFormat } from './frame-size.ts'
import { ppsIdOfSlice, slicePpsIds, spsIdOfPps, withPpsId, withSlicePpsId, withSpsId } from './renumber.ts'

/** Recorded from Chromium's encoder (OpenH264): an SPS of High for 384x216, a PPS, the first bytes of two slices. */
const recorded = {
  sps: Buffer.from('67640c15ac191a8181d7966e021a020f08846a', 'hex'),
  pps: Buffer.from('68ce3c80', 'hex'),
  idr: Buffer.from('65b80004000017ffffe08a28001df1c000bc', 'hex'),
  predicted: Buffer.from('61e0004000be417cdfff', 'hex'),
}

const golomb = (value: number): string => {
  const digits = (value + 1).toString(2)
  return '0'.repeat(digits.length - 1) + digits
}

/** A NAL unit of these bits, after its header, with a stop bit. */
const nalOf = (header: number, bits: string): Uint8Array => {
  const padded = `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0')
  const bytes = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return withEmulationPrevention(Uint8Array.from([header, ...bytes]))
}

/** Bits with long runs of zeros, which need emulation prevention. */
const someBits = fc
  .array(fc.oneof(fc.constant('0'.repeat(16)), fc.constant('0000001'), fc.constant('11'), fc.constant('0')), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))
const spsId = fc.integer({ min: 0, max: 31 })
const ppsId = fc.integer({ min: 0, max: 255 })

describe('renumbering', () => {
  it('an SPS leaves all its other bits unchanged, and is reversible', () => {
    fc.assert(
      fc.property(spsId, spsId, someBits, (id, newId, rest) => {
        const profile = '01100100'.padEnd(24, '0')
        const sps = nalOf(0x67, profile + golomb(id) + rest)
        const renumbered = withSpsId(sps, newId)
        expect(parameterSetId(renumbered)).toBe(newId)
        expect(renumbered).toEqual(nalOf(0x67, profile + golomb(newId) + rest))
        expect(withSpsId(renumbered, id)).toEqual(sps)
      }),
    )
  })

  it('a PPS and its SPS leaves all other bits unchanged, and is reversible', () => {
    fc.assert(
      fc.property(ppsId, spsId, ppsId, spsId, someBits, (id, set, newId, newSet, rest) => {
        const pps = nalOf(0x68, golomb(id) + golomb(set) + rest)
        const renumbered = withPpsId(pps, newId, newSet)
        expect([parameterSetId(renumbered), spsIdOfPps(renumbered)]).toEqual([newId, newSet])
        expect(renumbered).toEqual(nalOf(0x68, golomb(newId) + golomb(newSet) + rest))
        expect(withPpsId(renumbered, id, set)).toEqual(pps)
      }),
    )
  })

  it('a slice keeps the bit alignment, and is reversible', () => {
    const firstMacroblock = fc.integer({ min: 0, max: 139_263 })
    const choice = fc.nat({ max: 300 })
    fc.assert(
      fc.property(
        firstMacroblock,
        fc.integer({ min: 0, max: 9 }),
        ppsId,
        choice,
        someBits,
        (first, type, id, at, rest) => {
          const start = golomb(first) + golomb(type)
          const slice = nalOf(0x41, start + golomb(id) + rest)
          const newIds = slicePpsIds(id)
          const newId = newIds[at % newIds.length]!
          const renumbered = withSlicePpsId(slice, newId)
          expect(ppsIdOfSlice(renumbered)).toBe(newId)
          expect(renumbered).toEqual(nalOf(0x41, start + golomb(newId) + rest))
          expect(Math.abs(golomb(newId).length - golomb(id).length) % 8).toBe(0)
          expect(withSlicePpsId(renumbered, id)).toEqual(slice)
        },
      ),
    )
  })

  it('a slice is possible from any id', () => {
    for (let id = 0; id <= 255; id++) expect(slicePpsIds(id).length).toBeGreaterThan(10)
    expect(slicePpsIds(0)).toEqual([0, ...Array.from({ length: 16 }, (_, index) => 15 + index)])
  })

  it('works on parameter sets from a browser', () => {
    const sps = withSpsId(recorded.sps, 3)
    expect(parameterSetId(sps)).toBe(3)
    expect(h264FrameFormat(sps)).toEqual(h264FrameFormat(recorded.sps))
    expect(h264FrameFormat(sps)).toMatchObject({ width: 384, height: 216, chromaFormat: 1 })
    const pps = withPpsId(recorded.pps, 15, 3)
    expect([parameterSetId(pps), spsIdOfPps(pps)]).toEqual([15, 3])
    for (const slice of [recorded.idr, recorded.predicted]) {
      const renumbered = withSlicePpsId(slice, 15)
      expect(ppsIdOfSlice(slice)).toBe(0)
      expect(ppsIdOfSlice(renumbered)).toBe(15)
      expect(withoutEmulationPrevention(renumbered).length).toBe(withoutEmulationPrevention(slice).length + 1)
      expect([...renumbered.subarray(-6)]).toEqual([...slice.subarray(-6)])
    }
  })
})
