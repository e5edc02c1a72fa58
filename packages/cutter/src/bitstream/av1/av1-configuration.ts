import { bodyOf } from './temporal-unit.ts'

const MARKER_AND_VERSION = 0x81
const SRGB = [1, 13, 0] as const

/** The configuration record of a stream (av1C, also WebM's CodecPrivate), made from its sequence header. */
export function av1Configuration(sequenceHeader: Uint8Array): Uint8Array {
  const read = new BitReader(bodyOf(sequenceHeader))
  const profile = read.bits(3)
  read.bits(1)
  const isReduced = read.bits(1) === 1
  const { level, tier } = isReduced ? { level: read.bits(5), tier: 0 } : operatingPoint(read)
  skipFeatures(read, isReduced)
  const colour = colourBits(read, profile)
  const record = [MARKER_AND_VERSION, (profile << 5) | level, (tier << 7) | colour, 0]
  return Uint8Array.from([...record, ...sequenceHeader])
}

function operatingPoint(read: BitReader): { level: number; tier: number } {
  let delayBits = 0
  if (read.bits(1)) {
    read.bits(32)
    read.bits(32)
    if (read.bits(1)) {
      read.skipVariable()
    }
    if (read.bits(1)) {
      delayBits = read.bits(5) + 1
      read.bits(32)
      read.bits(10)
    }
  }
  const hasDisplayDelay = read.bits(1) === 1
  const points = read.bits(5) + 1
  let first: { level: number; tier: number } | null = null
  for (let point = 0; point < points; point++) {
    read.bits(12)
    const level = read.bits(5)
    const tier = level > 7 ? read.bits(1) : 0
    first ??= { level, tier }
    if (delayBits > 0 && read.bits(1)) {
      read.bits(delayBits)
      read.bits(delayBits)
      read.bits(1)
    }
    if (hasDisplayDelay && read.bits(1)) {
      read.bits(4)
    }
  }
  return first!
}

function skipFeatures(read: BitReader, isReduced: boolean): void {
  const widthBits = read.bits(4) + 1
  const heightBits = read.bits(4) + 1
  read.bits(widthBits)
  read.bits(heightBits)
  if (!isReduced && read.bits(1)) {
    read.bits(7)
  }
  read.bits(3)
  if (!isReduced) {
    read.bits(4)
    const hasOrderHint = read.bits(1) === 1
    if (hasOrderHint) {
      read.bits(2)
    }
    const screenContent = read.bits(1) ? 2 : read.bits(1)
    if (screenContent > 0 && !read.bits(1)) {
      read.bits(1)
    }
    if (hasOrderHint) {
      read.bits(3)
    }
  }
  read.bits(3)
}

/** As they stand in the record: bit depth, colour or not, how colour is sampled and where. */
function colourBits(read: BitReader, profile: number): number {
  const isHigh = read.bits(1)
  const isTwelve = profile === 2 && isHigh ? read.bits(1) : 0
  const isMono = profile === 1 ? 0 : read.bits(1)
  const described = read.bits(1) ? [read.bits(8), read.bits(8), read.bits(8)] : []
  let [subX, subY, position] = [1, 1, 0]
  if (!isMono && SRGB.every((value, index) => described[index] === value)) {
    subX = 0
    subY = 0
  } else {
    read.bits(1)
    if (!isMono && profile !== 0) {
      const isFree = profile === 2 && isTwelve === 1
      subX = profile === 1 ? 0 : isFree ? read.bits(1) : 1
      subY = isFree && subX ? read.bits(1) : 0
    }
    position = !isMono && subX && subY ? read.bits(2) : 0
  }
  return (isHigh << 6) | (isTwelve << 5) | (isMono << 4) | (subX << 3) | (subY << 2) | position
}

class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) {
      const byte = this.#bytes[this.#at >> 3] ?? 0
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }

  skipVariable(): void {
    let zeros = 0
    while (zeros < 32 && this.bits(1) === 0) {
      zeros += 1
    }
    if (zeros < 32) {
      this.bits(zeros)
    }
  }
}
