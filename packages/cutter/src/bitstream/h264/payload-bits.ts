/** Encoders put a 3 behind two zero bytes, so that no start code arises inside a NAL unit. */
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

/** Reads numbers bit by bit; behind the end there are only zeros. */
export class PayloadBits {
  readonly #bytes: Uint8Array
  #bit: number

  constructor(bytes: Uint8Array, firstBit: number) {
    this.#bytes = bytes
    this.#bit = firstBit
  }

  /** The next unsigned Exp-Golomb number. */
  readExpGolomb(): number {
    let leadingZeros = 0
    while (this.#next() === 0 && leadingZeros < 32) {
      leadingZeros += 1
    }
    let value = 1
    for (let index = 0; index < leadingZeros; index++) {
      value = value * 2 + this.#next()
    }
    return value - 1
  }

  /** So many bits as one number, 32 at most. */
  readBits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) {
      value = value * 2 + this.#next()
    }
    return value
  }

  /** Passes over what is left of a byte. */
  align(): void {
    this.#bit = Math.ceil(this.#bit / 8) * 8
  }

  #next(): number {
    const value = ((this.#bytes[this.#bit >> 3] ?? 0) >> (7 - (this.#bit & 7))) & 1
    this.#bit += 1
    return value
  }
}
