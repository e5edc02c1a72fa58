/** Reads numbers bit by bit. Bits after the end of the bytes are zeros. */
export class BitReader {
  readonly #bytes: Uint8Array
  #bit: number

  constructor(bytes: Uint8Array, firstBit = 0) {
    this.#bytes = bytes
    this.#bit = firstBit
  }

  get position(): number {
    return this.#bit
  }

  /** Reads one unsigned Exp-Golomb number, ue(v). */
  readExpGolomb(): number {
    let leadingZeros = 0
    while (leadingZeros < 32 && this.readBits(1) === 0) leadingZeros += 1
    return 2 ** leadingZeros + this.readBits(leadingZeros) - 1
  }

  /** Reads this many bits as one number, 32 at most. */
  readBits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) {
      value = value * 2 + (((this.#bytes[this.#bit >> 3] ?? 0) >> (7 - (this.#bit & 7))) & 1)
      this.#bit += 1
    }
    return value
  }
}

/** Removes the byte 3 that encoders insert after two zero bytes, so that no start code occurs inside a NAL unit. */
export function withoutEmulationPrevention(bytes: Uint8Array): Uint8Array {
  const payload: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    payload.push(byte)
  }
  return Uint8Array.from(payload)
}

/**
 * Inserts a byte 3 after two zero bytes where a start code or another 3 would follow, and after a zero byte at the end.
 */
export function withEmulationPrevention(payload: Iterable<number>): Uint8Array {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  if (zeros > 0) bytes.push(3)
  return Uint8Array.from(bytes)
}
