import { describe, expect, it } from 'vitest'
import {
  buildAvcConfiguration,
  freeParameterSetIds,
  parameterSetId,
  parseAvcConfiguration,
  withParameterSets,
} from './avc-configuration.ts'

/** An SPS of High profile, level 3.0. Its fifth byte begins with its id in Exp-Golomb code. */
const spsWithId0 = Uint8Array.from([0x67, 100, 0, 30, 0b1000_0000, 0xaa])
const spsWithId1 = Uint8Array.from([0x67, 100, 0, 31, 0b0100_0000, 0xaa])
const ppsWithId0 = Uint8Array.from([0x68, 0b1100_0000, 0xbb])
const ppsWithId2 = Uint8Array.from([0x68, 0b0111_0000, 0xbb])

function configuration(sps: Uint8Array[], pps: Uint8Array[]) {
  const extension = Uint8Array.of(0xfd, 0xf8, 0xf8, 0)
  return { profile: 100, compatibility: 0, level: 30, lengthBytes: 4, sps, pps, extension }
}

describe('parameter sets', () => {
  it('have ids in Exp-Golomb code', () => {
    expect([spsWithId0, spsWithId1, ppsWithId0, ppsWithId2].map(parameterSetId)).toEqual([0, 1, 0, 2])
  })

  it('have ids that emulation prevention may interrupt', () => {
    const sps = Uint8Array.from([0x67, 100, 0, 0, 3, 0b0110_0000])
    expect(parameterSetId(sps)).toBe(2)
  })

  it('survive being written and read again', () => {
    const bytes = buildAvcConfiguration(configuration([spsWithId0], [ppsWithId0, ppsWithId2]))
    const parsedConfiguration = parseAvcConfiguration(bytes)
    expect(Buffer.compare(buildAvcConfiguration(parsedConfiguration), bytes)).toBe(0)
    expect(parsedConfiguration.pps).toHaveLength(2)
  })

  it('get ids that neither an SPS nor a PPS of the source has', () => {
    expect(freeParameterSetIds(configuration([spsWithId0], [ppsWithId0, ppsWithId2]), 2)).toEqual([1, 3])
  })

  it('of head and tail are added to the source’s, each once, with the highest level', () => {
    const merged = withParameterSets(configuration([spsWithId0], [ppsWithId0]), [spsWithId1, spsWithId1], [ppsWithId2])
    expect(merged.sps).toEqual([spsWithId0, spsWithId1])
    expect(merged.pps).toEqual([ppsWithId0, ppsWithId2])
    expect(merged.level).toBe(31)
  })

  it('that are cut off are broken media', () => {
    const bytes = buildAvcConfiguration(configuration([spsWithId0], [ppsWithId0]))
    expect(() => parseAvcConfiguration(bytes.subarray(0, 10))).toThrowError(/cut off/)
  })
})
