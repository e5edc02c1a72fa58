import { BitReader, withEmulationPrevention, withoutEmulationPrevention } from '../../../bitstream/bit-reader.ts'
import { buildAvcConfiguration, parseAvcConfiguration } from '../../../bitstream/h264/avc-configuration.ts'
import { nalsOf, nalType, SPS_TYPE } from '../../../bitstream/h264/nal-units.ts'
import { bitsOf, joinedNals, packBits } from './nal-bits.ts'

const BASELINE_PROFILE = 66
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44])
const DECODE_ORDER = 2
const CUSTOM_ASPECT = 255
/** Nine absent parts of the usability information before its bitstream restrictions. */
const NO_USABILITY = '00000000'
/**
 * Bitstream restrictions: vectors beyond the edges, no limits of sizes, vectors of 16 bits, and 15 reordered and
 * buffered frames. The numbers are Exp-Golomb codes.
 */
const MAX_REORDERING = ['1', '1', '1', '1', '000010001', '000010001', '000010000', '000010000'].join('')

/**
 * States the greatest reordering in an SPS that states none. FFmpeg in browsers would guess it from the frames, and
 * lose the first frame that comes late.
 */
export function withStatedReordering(sps: Uint8Array): Uint8Array {
  const payload = withoutEmulationPrevention(sps)
  const end = placeOfUsability(new BitReader(payload, 8))
  if (!end) return sps
  const before = bitsOf(payload, 0, end.position)
  return withEmulationPrevention(packBits(`${before}${end.usability}1${MAX_REORDERING}1`))
}

/** The same for the SPSs of an avcC. */
export function withReorderingInConfiguration(description: Uint8Array): Uint8Array {
  const configuration = parseAvcConfiguration(description)
  return buildAvcConfiguration({ ...configuration, sps: configuration.sps.map(withStatedReordering) })
}

/** The same for the SPSs in a chunk that is a byte stream. */
export function withReorderingInStream(chunk: Uint8Array): Uint8Array {
  const nals = [...nalsOf(chunk, null)]
  if (!nals.some((nal) => nalType(nal) === SPS_TYPE)) return chunk
  return joinedNals(
    nals.map((nal) => (nalType(nal) === SPS_TYPE ? withStatedReordering(nal) : nal)),
    null,
  )
}

/**
 * The place in an SPS where bitstream restrictions belong, and the bits that come before them there.
 * @returns null if the SPS has restrictions, its frames are in decode order, or it is of an unusual kind
 */
function placeOfUsability(bits: BitReader): { position: number; usability: string } | null {
  const profile = bits.readBits(8)
  bits.readBits(16) // constraints, level
  bits.readExpGolomb() // id
  if (HIGH_PROFILES.has(profile)) {
    bits.readExpGolomb() // chroma format
    bits.readExpGolomb() // luma bit depth
    bits.readExpGolomb() // chroma bit depth
    bits.readBits(1)
    if (bits.readBits(1) === 1) return null // scaling lists
  }
  bits.readExpGolomb() // bits of frame numbers
  const orderType = bits.readExpGolomb()
  if (orderType === 0) bits.readExpGolomb()
  if (orderType === 1 || orderType === DECODE_ORDER || profile === BASELINE_PROFILE) return null
  bits.readExpGolomb() // reference frames
  bits.readBits(1)
  bits.readExpGolomb() // columns
  bits.readExpGolomb() // rows
  if (bits.readBits(1) === 0) bits.readBits(1) // fields
  bits.readBits(1)
  if (bits.readBits(1) === 1) for (let side = 0; side < 4; side++) bits.readExpGolomb()
  const position = bits.position
  if (bits.readBits(1) === 0) return { position, usability: `1${NO_USABILITY}` }
  skipUsability(bits)
  const restrictions = bits.position
  return bits.readBits(1) === 1 ? null : { position: restrictions, usability: '' }
}

/** Skips the usability information up to its bitstream restrictions (ITU-T H.264, E.1.1). */
function skipUsability(bits: BitReader): void {
  if (bits.readBits(1) === 1 && bits.readBits(8) === CUSTOM_ASPECT) bits.readBits(32)
  if (bits.readBits(1) === 1) bits.readBits(1) // overscan
  if (bits.readBits(1) === 1) {
    bits.readBits(4) // format, range
    if (bits.readBits(1) === 1) bits.readBits(24) // colours
  }
  if (bits.readBits(1) === 1) for (let field = 0; field < 2; field++) bits.readExpGolomb() // place of chroma
  if (bits.readBits(1) === 1) {
    bits.readBits(32) // timing
    bits.readBits(32)
    bits.readBits(1)
  }
  const hasNalBuffer = skipBuffer(bits)
  const hasSliceBuffer = skipBuffer(bits)
  if (hasNalBuffer || hasSliceBuffer) bits.readBits(1)
  bits.readBits(1) // field structure
}

/** Skips the parameters of a reference decoder (E.1.2). @returns whether there are any */
function skipBuffer(bits: BitReader): boolean {
  if (bits.readBits(1) === 0) return false
  const buffers = bits.readExpGolomb() + 1
  bits.readBits(8)
  for (let buffer = 0; buffer < Math.min(buffers, 32); buffer++) {
    bits.readExpGolomb()
    bits.readExpGolomb()
    bits.readBits(1)
  }
  bits.readBits(20)
  return true
}
