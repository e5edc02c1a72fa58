import { BitReader, withoutEmulationPrevention } from '../bit-reader.ts'

const SEQUENCE_PARAMETERS_TYPE = 7
/** Profiles whose sequence parameter set has the chroma format and may have scaling lists. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
/** The first six scaling lists are for 4x4 blocks, the others for 8x8 blocks. */
const LISTS_OF_4X4_BLOCKS = 6

/** Size and pixel format of the frames of a sequence parameter set. */
export interface H264FrameFormat {
  /** Displayed size in pixels. */
  width: number
  height: number
  /** 0: no chroma, 1: 4:2:0, 2: 4:2:2, 3: 4:4:4. */
  chromaFormat: number
  /** Bits of a sample beyond 8. */
  extraLumaBits: number
  extraChromaBits: number
}

/** Reads the displayed frame size of a sequence parameter set; null for any other NAL unit. */
export function h264FrameSize(nal: Uint8Array): { width: number; height: number } | null {
  const format = h264FrameFormat(nal)
  return format && { width: format.width, height: format.height }
}

/**
 * Reads the format of the frames from a sequence parameter set (ITU-T H.264, 7.3.2.1.1); null for any other NAL unit.
 * The set of an interlaced video counts the lines of a field.
 */
export function h264FrameFormat(nal: Uint8Array): H264FrameFormat | null {
  if ((nal[0]! & 31) !== SEQUENCE_PARAMETERS_TYPE) return null
  const bits = new BitReader(withoutEmulationPrevention(nal), 8)
  const profile = bits.readBits(8)
  bits.readBits(16) // constraints, level
  bits.readExpGolomb() // id
  let chroma = 1
  let [chromaFormat, extraLumaBits, extraChromaBits] = [1, 0, 0]
  if (HIGH_PROFILES.has(profile)) {
    chromaFormat = bits.readExpGolomb()
    // Planes that are coded apart have no chroma units.
    chroma = chromaFormat === 3 && bits.readBits(1) === 1 ? 0 : chromaFormat
    extraLumaBits = bits.readExpGolomb()
    extraChromaBits = bits.readExpGolomb()
    bits.readBits(1)
    if (bits.readBits(1) === 1) skipScalingLists(bits, chromaFormat === 3 ? 12 : 8)
  }
  bits.readExpGolomb() // log2_max_frame_num_minus4
  skipFrameOrder(bits)
  bits.readExpGolomb() // max_num_ref_frames
  bits.readBits(1) // gaps_in_frame_num_value_allowed_flag
  let width = 16 * (bits.readExpGolomb() + 1)
  const mapUnits = bits.readExpGolomb() + 1
  const fields = bits.readBits(1) === 1 ? 1 : 2
  let height = 16 * mapUnits * fields
  if (fields === 2) bits.readBits(1)
  bits.readBits(1)
  if (bits.readBits(1) === 1) {
    const [left, right, top, bottom] = Array.from({ length: 4 }, () => bits.readExpGolomb())
    width -= (chroma === 1 || chroma === 2 ? 2 : 1) * (left! + right!)
    height -= (chroma === 1 ? 2 : 1) * fields * (top! + bottom!)
  }
  return width > 0 && height > 0 ? { width, height, chromaFormat, extraLumaBits, extraChromaBits } : null
}

function skipScalingLists(bits: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (bits.readBits(1) === 0) continue
    let last = 8
    let next = 8
    for (let index = 0; index < (list < LISTS_OF_4X4_BLOCKS ? 16 : 64); index++) {
      if (next !== 0) next = (last + readSigned(bits) + 256) % 256
      if (next !== 0) last = next
    }
  }
}

function skipFrameOrder(bits: BitReader): void {
  const type = bits.readExpGolomb()
  if (type === 0) bits.readExpGolomb()
  if (type !== 1) return
  bits.readBits(1)
  readSigned(bits)
  readSigned(bits)
  const cycle = Math.min(255, bits.readExpGolomb())
  for (let index = 0; index < cycle; index++) readSigned(bits)
}

/** Reads one signed Exp-Golomb number, se(v). */
function readSigned(bits: BitReader): number {
  const code = bits.readExpGolomb()
  return code % 2 === 1 ? (code + 1) / 2 : -code / 2
}
