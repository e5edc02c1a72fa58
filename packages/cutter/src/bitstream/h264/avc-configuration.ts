import { brokenMedia } from '../../api/cutter-error.ts'
import { BitReader, withoutEmulationPrevention } from '../bit-reader.ts'
import { nalType, SPS_TYPE } from './nal-units.ts'

/** The contents of an avcC box (ISO/IEC 14496-15, 5.3.3.1). */
export interface AvcConfiguration {
  profile: number
  compatibility: number
  level: number
  /** Bytes of the length before each NAL unit in the samples: 1, 2 or 4. */
  lengthBytes: number
  sps: Uint8Array[]
  pps: Uint8Array[]
  /** Bytes that high profiles append: chroma format and bit depths. */
  extension: Uint8Array
  /** Parameter sets inside the samples, whose ids are in use too. Not part of the box. */
  inBandSets?: Uint8Array[]
}

export function parseAvcConfiguration(bytes: Uint8Array): AvcConfiguration {
  if (bytes.length < 7 || bytes[0] !== 1) throw brokenMedia('The H.264 configuration (avcC) is not one.')
  let at = 5
  const readSets = (count: number): Uint8Array[] =>
    Array.from({ length: count }, () => {
      const length = (bytes[at]! << 8) | bytes[at + 1]!
      const set = bytes.subarray(at + 2, at + 2 + length)
      if (set.length !== length || length === 0) throw brokenMedia('The H.264 configuration (avcC) is cut off.')
      at += 2 + length
      return set
    })
  const spsCount = bytes[at]! & 0x1f
  at += 1
  const sps = readSets(spsCount)
  const ppsCount = bytes[at] ?? 0
  at += 1
  const pps = readSets(ppsCount)
  return {
    profile: bytes[1]!,
    compatibility: bytes[2]!,
    level: bytes[3]!,
    lengthBytes: (bytes[4]! & 3) + 1,
    sps,
    pps,
    extension: bytes.subarray(at),
  }
}

export function buildAvcConfiguration(configuration: AvcConfiguration): Buffer {
  const { profile, compatibility, level, lengthBytes, sps, pps, extension } = configuration
  const withLength = (set: Uint8Array) => [Buffer.from([set.length >> 8, set.length & 0xff]), set]
  return Buffer.concat([
    Buffer.from([1, profile, compatibility, level, 0xfc | (lengthBytes - 1), 0xe0 | sps.length]),
    ...sps.flatMap(withLength),
    Buffer.from([pps.length]),
    ...pps.flatMap(withLength),
    extension,
  ])
}

/** Builds a configuration from only the parameter sets, as Kerf's encoder or a transport stream gives them. */
export function configurationFromSets(sps: Uint8Array[], pps: Uint8Array[]): AvcConfiguration {
  const firstSps = sps[0]
  if (!firstSps || firstSps.length < 4) throw new Error('The H.264 encoder gave no parameter sets.')
  return {
    profile: firstSps[1]!,
    compatibility: firstSps[2]!,
    level: firstSps[3]!,
    lengthBytes: 4,
    sps,
    pps,
    extension: extensionOf(firstSps[1]!),
  }
}

/** The bytes that a profile appends for 8-bit 4:2:0 frames. */
function extensionOf(profile: number): Uint8Array {
  const isHighProfile = ![66, 77, 88].includes(profile)
  return isHighProfile ? Uint8Array.of(0xfd, 0xf8, 0xf8, 0) : new Uint8Array(0)
}

/**
 * Adds the parameter sets of re-encoded frames to a source's. Profile and level are the highest of all: Baseline (66),
 * Main (77) and High (100) are in the order of what their decoders can do. A constraint flag stays only if all sets
 * have it.
 */
export function withParameterSets(
  source: AvcConfiguration,
  { sps, pps }: Pick<AvcConfiguration, 'sps' | 'pps'>,
): AvcConfiguration {
  const profile = Math.max(source.profile, ...sps.map((set) => set[1]!))
  return {
    ...source,
    profile,
    compatibility: sps.reduce((common, set) => common & set[2]!, source.compatibility),
    level: Math.max(source.level, ...sps.map((set) => set[3]!)),
    sps: [...source.sps, ...sps],
    pps: [...source.pps, ...pps],
    extension: profile === source.profile ? source.extension : extensionOf(profile),
  }
}

/** Number of bytes at the start of a parameter set that always contain its id, including emulation prevention. */
const ID_WITHIN_BYTES = 32

/** The id of an SPS or PPS: the first Exp-Golomb number of a PPS, and of an SPS after profile and level. */
export function parameterSetId(set: Uint8Array): number {
  const payload = withoutEmulationPrevention(set.subarray(0, ID_WITHIN_BYTES))
  const isSps = nalType(set) === SPS_TYPE
  return new BitReader(payload, isSps ? 32 : 8).readExpGolomb()
}
