import { av1Configuration } from '../../../bitstream/av1/av1-configuration.ts'
import { readTemporalUnit } from '../../../bitstream/av1/temporal-unit.ts'
import { withoutEmulationPrevention } from '../../../bitstream/bit-reader.ts'
import type { VideoCodecName } from '../../../bitstream/codec-names.ts'
import { nalType, SPS_TYPE, splitByteStream } from '../../../bitstream/h264/nal-units.ts'
import { vp9Configuration } from '../../../bitstream/vp9/vp9-configuration.ts'

export interface CodedVideo {
  codec: VideoCodecName
  width: number
  height: number
  /** Codec configuration (avcC, hvcC ...); null if the chunks contain it. */
  description: Uint8Array | null
  /** Data of the first chunk; null before it is known. */
  firstChunk: Uint8Array | null
}

const HEVC_SPS_TYPE = 33
/** Bytes of profile, compatibility, constraints and level, which an SPS and an hvcC box share. */
const HEVC_PROFILE_BYTES = 12
const HEVC_CONSTRAINT_BYTES = 6
/** The frame rate matters only for the level, which no decoder of a browser checks. */
const USUAL_FRAME_RATE = 30

/** Strings for streams whose first chunk is unknown or cannot be read: 8 bits of a usual profile and level. */
const USUAL_STRINGS: Record<VideoCodecName, string> = {
  h264: 'avc1.640028',
  hevc: 'hvc1.1.6.L120.B0',
  vp8: 'vp8',
  vp9: 'vp09.00.40.08',
  av1: 'av01.0.08M.08',
}

/** The codec of a stream as WebCodecs names it (RFC 6381). */
export function videoCodecString(video: CodedVideo): string {
  return exactString(video) ?? USUAL_STRINGS[video.codec]
}

function exactString({ codec, width, height, description, firstChunk }: CodedVideo): string | null {
  switch (codec) {
    case 'h264': {
      const profile = description ? description.subarray(1, 4) : h264Profile(firstChunk)
      return profile?.length === 3 ? `avc1.${[...profile].map(hexByte).join('')}` : null
    }
    case 'hevc': {
      const profile = description ? description.subarray(1, 1 + HEVC_PROFILE_BYTES) : hevcProfile(firstChunk)
      return profile?.length === HEVC_PROFILE_BYTES ? hevcString(profile) : null
    }
    case 'vp9': {
      if (!firstChunk) return null
      const format = { width, height, frameRate: USUAL_FRAME_RATE, colours: null }
      const configuration = vp9Configuration(firstChunk, format)
      return `vp09.${[configuration[4]!, configuration[5]!, configuration[6]! >> 4].map(twoDigits).join('.')}`
    }
    case 'av1': {
      const sequenceHeader = firstChunk && readTemporalUnit(firstChunk).sequenceHeader
      return sequenceHeader && av1String(av1Configuration(sequenceHeader))
    }
    default:
      return null
  }
}

function h264Profile(stream: Uint8Array | null): Uint8Array | null {
  const sps = stream && splitByteStream(stream).find((nal) => nalType(nal) === SPS_TYPE)
  return sps?.subarray(1, 4) ?? null
}

function hevcProfile(stream: Uint8Array | null): Uint8Array | null {
  const sps = stream && splitByteStream(stream).find((nal) => nal[0]! >> 1 === HEVC_SPS_TYPE)
  // The header of the NAL unit, and the byte with the number of sub-layers, come first.
  return sps ? withoutEmulationPrevention(sps).slice(3, 3 + HEVC_PROFILE_BYTES) : null
}

/** Names the codec of a stream by the 12 bytes with its profile (ISO/IEC 14496-15, annex E). */
function hevcString(bytes: Uint8Array): string {
  const profileSpace = ['', 'A', 'B', 'C'][bytes[0]! >> 6]!
  const tier = (bytes[0]! >> 5) & 1 ? 'H' : 'L'
  const compatibility = reversedBits(new DataView(bytes.buffer, bytes.byteOffset).getUint32(1))
  const constraints = [...bytes.subarray(5, 5 + HEVC_CONSTRAINT_BYTES)]
  const usedConstraints = constraints.slice(0, constraints.findLastIndex((byte) => byte !== 0) + 1)
  return [
    'hvc1',
    `${profileSpace}${bytes[0]! & 31}`,
    compatibility.toString(16),
    `${tier}${bytes[11]!}`,
    ...usedConstraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.')
}

function reversedBits(value: number): number {
  let reversed = 0
  for (let bit = 0; bit < 32; bit++) reversed = reversed * 2 + ((value >>> bit) & 1)
  return reversed
}

/** Names the codec of a stream by its configuration record (av1C). */
function av1String(record: Uint8Array): string {
  const [, profileAndLevel, flags] = record
  const isHighDepth = (flags! >> 6) & 1
  const depth = isHighDepth ? ((flags! >> 5) & 1 ? 12 : 10) : 8
  const tier = flags! >> 7 ? 'H' : 'M'
  return `av01.${profileAndLevel! >> 5}.${twoDigits(profileAndLevel! & 31)}${tier}.${twoDigits(depth)}`
}

const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0').toUpperCase()
const twoDigits = (value: number): string => String(value).padStart(2, '0')
