import { BitReader, withoutEmulationPrevention } from '../../../bitstream/bit-reader.ts'
import { parseAvcConfiguration } from '../../../bitstream/h264/avc-configuration.ts'
import { IDR_SLICE, nalsOf, nalType, SPS_TYPE } from '../../../bitstream/h264/nal-units.ts'

/** Fields of an SPS that a slice header depends on. */
interface SliceFields {
  id: number
  frameNumberBits: number
  /** Bits of the frame order count; 0: frames are in decode order. */
  orderBits: number
  isFramesOnly: boolean
  isMacroblockAdaptive: boolean
  macroblocks: number
}

const HIGH_PROFILES = new Set([100, 110, 122, 244, 44])
const GREY_PPS_ID = 255
const NAL_HEADERS = { pps: 0x68, idr: 0x65 } as const
const START_CODE_BYTES = 4
/** An intra macroblock of 16 x 16 that is predicted from its neighbours, without any residual. */
const GREY_MACROBLOCK = '00100111'

/**
 * Makes a grey IDR frame for a stream that begins at a keyframe of another kind, as those of open GOPs are. Browsers
 * decode only from an IDR frame on. The frames after it do not refer to it.
 * @param description avcC; null: the stream is a byte stream
 * @returns null if the stream begins with an IDR frame, or its SPS is of an unusual kind
 */
export function greyStart(firstChunk: Uint8Array, description: Uint8Array | null): Uint8Array | null {
  const configuration = description && parseAvcConfiguration(description)
  const lengthBytes = configuration?.lengthBytes ?? null
  const nals = [...nalsOf(firstChunk, lengthBytes)]
  if (nals.some((nal) => nalType(nal) === IDR_SLICE)) return null
  const sps = nals.find((nal) => nalType(nal) === SPS_TYPE) ?? configuration?.sps[0]
  const fields = sps && sliceFieldsOf(sps)
  if (!fields) return null
  return joined([sps, greyPps(fields), greySlice(fields)], lengthBytes)
}

/** @returns null for other chroma than 4:2:0, scaling lists, and frame order type 1 */
function sliceFieldsOf(sps: Uint8Array): SliceFields | null {
  const bits = new BitReader(withoutEmulationPrevention(sps), 8)
  const profile = bits.readBits(8)
  bits.readBits(16) // constraints, level
  const id = bits.readExpGolomb()
  if (HIGH_PROFILES.has(profile)) {
    const chromaFormat = bits.readExpGolomb()
    bits.readExpGolomb() // luma bit depth
    bits.readExpGolomb() // chroma bit depth
    bits.readBits(1)
    if (chromaFormat !== 1 || bits.readBits(1) === 1) return null
  }
  const frameNumberBits = bits.readExpGolomb() + 4
  const orderType = bits.readExpGolomb()
  if (orderType === 1) return null
  const orderBits = orderType === 0 ? bits.readExpGolomb() + 4 : 0
  bits.readExpGolomb() // reference frames
  bits.readBits(1)
  const columns = bits.readExpGolomb() + 1
  const rows = bits.readExpGolomb() + 1
  const isFramesOnly = bits.readBits(1) === 1
  const isMacroblockAdaptive = !isFramesOnly && bits.readBits(1) === 1
  const macroblocks = columns * rows * (isFramesOnly ? 1 : 2)
  return { id, frameNumberBits, orderBits, isFramesOnly, isMacroblockAdaptive, macroblocks }
}

/** A PPS without CABAC, weights and options. */
function greyPps({ id }: SliceFields): Uint8Array {
  // Entropy coding, field order; slice groups, references; weights; QPs; deblocking, intra and redundancy flags.
  const bits = [expGolomb(GREY_PPS_ID), expGolomb(id), '00', '111', '000', '111', '000']
  return nalOf(NAL_HEADERS.pps, bits.join(''))
}

function greySlice({
  frameNumberBits,
  orderBits,
  isFramesOnly,
  isMacroblockAdaptive,
  macroblocks,
}: SliceFields): Uint8Array {
  const header = [
    expGolomb(0), // first macroblock
    expGolomb(7), // intra slices only
    expGolomb(GREY_PPS_ID),
    '0'.repeat(frameNumberBits),
    isFramesOnly ? '' : '0',
    expGolomb(0), // IDR id
    '0'.repeat(orderBits),
    '00', // reference marking
    expGolomb(0), // QP
  ]
  const pair = `0${GREY_MACROBLOCK}${GREY_MACROBLOCK}`
  const body = isMacroblockAdaptive ? pair.repeat(macroblocks / 2) : GREY_MACROBLOCK.repeat(macroblocks)
  return nalOf(NAL_HEADERS.idr, header.join('') + body)
}

/** An unsigned Exp-Golomb number as bits. */
function expGolomb(value: number): string {
  const bits = (value + 1).toString(2)
  return '0'.repeat(bits.length - 1) + bits
}

/** A NAL unit of these bits, with its stop bit and emulation prevention. */
function nalOf(header: number, bits: string): Uint8Array {
  const stopped = `${bits}1`
  const padded = stopped.padEnd(Math.ceil(stopped.length / 8) * 8, '0')
  const bytes = [header]
  let zeros = 0
  for (let at = 0; at < padded.length; at += 8) {
    const byte = Number.parseInt(padded.slice(at, at + 8), 2)
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}

function joined(nals: readonly Uint8Array[], lengthBytes: number | null): Uint8Array {
  const prefixBytes = lengthBytes ?? START_CODE_BYTES
  const sample = new Uint8Array(nals.reduce((sum, nal) => sum + prefixBytes + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    const prefix = lengthBytes === null ? 1 : nal.length
    for (let byte = 0; byte < prefixBytes; byte++) sample[at + byte] = prefix >> (8 * (prefixBytes - 1 - byte))
    sample.set(nal, at + prefixBytes)
    at += prefixBytes + nal.length
  }
  return sample
}
