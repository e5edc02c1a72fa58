import { BitReader, withoutEmulationPrevention } from '../bit-reader.ts'

const SPS_TYPE = 33
/** Numbers of bits of profile and flags, and of the level, for the whole stream and for each of its sub-layers. */
const PROFILE_BITS = 88
const LEVEL_BITS = 8

/** Reads the displayed frame size of a sequence parameter set (ITU-T H.265, 7.3.2.2); null for any other NAL unit. */
export function hevcFrameSize(nal: Uint8Array): { width: number; height: number } | null {
  if ((nal[0] ?? 0) >> 1 !== SPS_TYPE) return null
  const bits = new BitReader(withoutEmulationPrevention(nal.subarray(2)), 0)
  bits.readBits(4)
  const subLayers = bits.readBits(3)
  bits.readBits(1)
  skipBits(bits, PROFILE_BITS + LEVEL_BITS)
  const subLayerFlags = Array.from({ length: subLayers }, () => [bits.readBits(1), bits.readBits(1)] as const)
  if (subLayers > 0) skipBits(bits, 2 * (8 - subLayers))
  for (const [hasProfile, hasLevel] of subLayerFlags) skipBits(bits, hasProfile * PROFILE_BITS + hasLevel * LEVEL_BITS)
  bits.readExpGolomb()
  const chroma = bits.readExpGolomb()
  if (chroma === 3) bits.readBits(1)
  let width = bits.readExpGolomb()
  let height = bits.readExpGolomb()
  if (bits.readBits(1) === 1) {
    const [left, right, top, bottom] = Array.from({ length: 4 }, () => bits.readExpGolomb())
    width -= (chroma === 1 || chroma === 2 ? 2 : 1) * (left! + right!)
    height -= (chroma === 1 ? 2 : 1) * (top! + bottom!)
  }
  return width > 0 && height > 0 ? { width, height } : null
}

function skipBits(bits: BitReader, count: number): void {
  for (let remaining = count; remaining > 0; remaining -= 32) bits.readBits(Math.min(32, remaining))
}
