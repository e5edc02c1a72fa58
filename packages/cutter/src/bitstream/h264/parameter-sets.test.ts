import { describe, expect, it } from 'vitest'
import { buildAvcConfiguration, parameterSetId, parseAvcConfiguration, withParameterSets } from './avc-configuration.ts'

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

  it('have ids that may contain emulation prevention bytes', () => {
    const sps = Uint8Array.from([0x67, 100, 0, 0, 3, 0b0110_0000])
    expect(parameterSetId(sps)).toBe(2)
  })

  it('survive a round trip', () => {
    const bytes = buildAvcConfiguration(configuration([spsWithId0], [ppsWithId0, ppsWithId2]))
    const parsedConfiguration = parseAvcConfiguration(bytes)
    expect(Buffer.compare(buildAvcConfiguration(parsedConfiguration), bytes)).toBe(0)
    expect(parsedConfiguration.pps).toHaveLength(2)
  })

  it("of seams are added to the source's, with the highest level", () => {
    const merged = withParameterSets(configuration([spsWithId0], [ppsWithId0]), {
      sps: [spsWithId1],
      pps: [ppsWithId2],
    })
    expect(merged.sps).toEqual([spsWithId0, spsWithId1])
    expect(merged.pps).toEqual([ppsWithId0, ppsWithId2])
    expect([merged.profile, merged.level]).toEqual([100, 31])
  })

  it('of High beside Main make a High configuration, with the bytes that High appends', () => {
    const main = { ...configuration([spsWithId0], [ppsWithId0]), profile: 77, compatibility: 0x40 }
    const merged = withParameterSets({ ...main, extension: new Uint8Array(0) }, { sps: [spsWithId1], pps: [] })
    expect(merged.profile).toBe(100)
    expect(merged.compatibility).toBe(0)
    expect([...merged.extension]).toEqual([0xfd, 0xf8, 0xf8, 0])
  })

  it('are broken media if they are cut off', () => {
    const bytes = buildAvcConfiguration(configuration([spsWithId0], [ppsWithId0]))
    expect(() => parseAvcConfiguration(bytes.subarray(0, 10))).toThrowError(/cut off/)
  })
})
