import { BitReader } from '../bit-reader.ts'
import { obuBody } from './temporal-unit.ts'

const MARKER_AND_VERSION = 0x81
const SRGB = [1, 13, 0] as const

/** Builds the configuration record of a stream (av1C, also WebM's CodecPrivate) from its sequence header. */
export function av1Configuration(sequenceHeader: Uint8Array): Uint8Array {
  const bits = new BitReader(obuBody(sequenceHeader))
  const profile = bits.readBits(3)
  bits.readBits(1)
  const isReduced = bits.readBits(1) === 1
  const { level, tier } = isReduced ? { level: bits.readBits(5), tier: 0 } : readOperatingPoint(bits)
  skipFeatures(bits, isReduced)
  const colour = colourBits(bits, profile)
  const record = [MARKER_AND_VERSION, (profile << 5) | level, (tier << 7) | colour, 0]
  return Uint8Array.from([...record, ...sequenceHeader])
}

/** Reads level and tier of the first operating point, and skips all others. */
function readOperatingPoint(bits: BitReader): { level: number; tier: number } {
  let delayBits = 0
  if (bits.readBits(1)) {
    bits.readBits(32)
    bits.readBits(32)
    if (bits.readBits(1)) bits.readExpGolomb()
    if (bits.readBits(1)) {
      delayBits = bits.readBits(5) + 1
      bits.readBits(32)
      bits.readBits(10)
    }
  }
  const hasDisplayDelay = bits.readBits(1) === 1
  const points = bits.readBits(5) + 1
  let firstPoint: { level: number; tier: number } | null = null
  for (let point = 0; point < points; point++) {
    bits.readBits(12)
    const level = bits.readBits(5)
    const tier = level > 7 ? bits.readBits(1) : 0
    firstPoint ??= { level, tier }
    if (delayBits > 0 && bits.readBits(1)) {
      bits.readBits(delayBits)
      bits.readBits(delayBits)
      bits.readBits(1)
    }
    if (hasDisplayDelay && bits.readBits(1)) bits.readBits(4)
  }
  return firstPoint!
}

function skipFeatures(bits: BitReader, isReduced: boolean): void {
  const widthBits = bits.readBits(4) + 1
  const heightBits = bits.readBits(4) + 1
  bits.readBits(widthBits)
  bits.readBits(heightBits)
  if (!isReduced && bits.readBits(1)) bits.readBits(7)
  bits.readBits(3)
  if (!isReduced) {
    bits.readBits(4)
    const hasOrderHint = bits.readBits(1) === 1
    if (hasOrderHint) bits.readBits(2)
    const screenContent = bits.readBits(1) ? 2 : bits.readBits(1)
    if (screenContent > 0 && !bits.readBits(1)) bits.readBits(1)
    if (hasOrderHint) bits.readBits(3)
  }
  bits.readBits(3)
}

/** Reads the colour bits of the record: bit depth, monochrome, chroma subsampling and chroma position. */
function colourBits(bits: BitReader, profile: number): number {
  const isHighBitDepth = bits.readBits(1)
  const isTwelveBit = profile === 2 && isHighBitDepth ? bits.readBits(1) : 0
  const isMono = profile === 1 ? 0 : bits.readBits(1)
  const colourCodes = bits.readBits(1) ? [bits.readBits(8), bits.readBits(8), bits.readBits(8)] : []
  let subX = 1
  let subY = 1
  let position = 0
  if (!isMono && SRGB.every((value, index) => colourCodes[index] === value)) {
    subX = 0
    subY = 0
  } else {
    bits.readBits(1)
    if (!isMono && profile !== 0) {
      const hasFreeSubsampling = profile === 2 && isTwelveBit === 1
      subX = profile === 1 ? 0 : hasFreeSubsampling ? bits.readBits(1) : 1
      subY = hasFreeSubsampling && subX ? bits.readBits(1) : 0
    }
    position = !isMono && subX && subY ? bits.readBits(2) : 0
  }
  return (isHighBitDepth << 6) | (isTwelveBit << 5) | (isMono << 4) | (subX << 3) | (subY << 2) | position
}
