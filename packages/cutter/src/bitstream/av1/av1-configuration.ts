import { BitReader } from '../bit-reader.ts'
import { bodyOf } from './temporal-unit.ts'

const MARKER_AND_VERSION = 0x81
const SRGB = [1, 13, 0] as const

/** Builds the configuration record of a stream (av1C, also WebM's CodecPrivate) from its sequence header. */
export function av1Configuration(sequenceHeader: Uint8Array): Uint8Array {
  const read = new BitReader(bodyOf(sequenceHeader))
  const profile = read.readBits(3)
  read.readBits(1)
  const isReduced = read.readBits(1) === 1
  const { level, tier } = isReduced ? { level: read.readBits(5), tier: 0 } : operatingPoint(read)
  skipFeatures(read, isReduced)
  const colour = colourBits(read, profile)
  const record = [MARKER_AND_VERSION, (profile << 5) | level, (tier << 7) | colour, 0]
  return Uint8Array.from([...record, ...sequenceHeader])
}

/** Reads level and tier of the first operating point, and skips all others. */
function operatingPoint(read: BitReader): { level: number; tier: number } {
  let delayBits = 0
  if (read.readBits(1)) {
    read.readBits(32)
    read.readBits(32)
    if (read.readBits(1)) read.readExpGolomb()
    if (read.readBits(1)) {
      delayBits = read.readBits(5) + 1
      read.readBits(32)
      read.readBits(10)
    }
  }
  const hasDisplayDelay = read.readBits(1) === 1
  const points = read.readBits(5) + 1
  let firstPoint: { level: number; tier: number } | null = null
  for (let point = 0; point < points; point++) {
    read.readBits(12)
    const level = read.readBits(5)
    const tier = level > 7 ? read.readBits(1) : 0
    firstPoint ??= { level, tier }
    if (delayBits > 0 && read.readBits(1)) {
      read.readBits(delayBits)
      read.readBits(delayBits)
      read.readBits(1)
    }
    if (hasDisplayDelay && read.readBits(1)) read.readBits(4)
  }
  return firstPoint!
}

function skipFeatures(read: BitReader, isReduced: boolean): void {
  const widthBits = read.readBits(4) + 1
  const heightBits = read.readBits(4) + 1
  read.readBits(widthBits)
  read.readBits(heightBits)
  if (!isReduced && read.readBits(1)) read.readBits(7)
  read.readBits(3)
  if (!isReduced) {
    read.readBits(4)
    const hasOrderHint = read.readBits(1) === 1
    if (hasOrderHint) read.readBits(2)
    const screenContent = read.readBits(1) ? 2 : read.readBits(1)
    if (screenContent > 0 && !read.readBits(1)) read.readBits(1)
    if (hasOrderHint) read.readBits(3)
  }
  read.readBits(3)
}

/** Reads the colour bits of the record: bit depth, monochrome, chroma subsampling and chroma position. */
function colourBits(read: BitReader, profile: number): number {
  const isHigh = read.readBits(1)
  const isTwelve = profile === 2 && isHigh ? read.readBits(1) : 0
  const isMono = profile === 1 ? 0 : read.readBits(1)
  const colourCodes = read.readBits(1) ? [read.readBits(8), read.readBits(8), read.readBits(8)] : []
  let subX = 1
  let subY = 1
  let position = 0
  if (!isMono && SRGB.every((value, index) => colourCodes[index] === value)) {
    subX = 0
    subY = 0
  } else {
    read.readBits(1)
    if (!isMono && profile !== 0) {
      const isFree = profile === 2 && isTwelve === 1
      subX = profile === 1 ? 0 : isFree ? read.readBits(1) : 1
      subY = isFree && subX ? read.readBits(1) : 0
    }
    position = !isMono && subX && subY ? read.readBits(2) : 0
  }
  return (isHigh << 6) | (isTwelve << 5) | (isMono << 4) | (subX << 3) | (subY << 2) | position
}
