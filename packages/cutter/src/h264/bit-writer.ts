import type { PayloadBits } from './payload-bits.ts'

/** Writes numbers bit by bit, the most significant one first. */
export class BitWriter {
  readonly #bytes: number[] = []
  #count = 0

  /** So many bits of a number, 32 at most. */
  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#push(Math.floor(value / 2 ** bit) % 2)
    }
  }

  writeExpGolomb(value: number): void {
    const length = Math.floor(Math.log2(value + 1)) + 1
    this.write(0, length - 1)
    this.write(value + 1, length)
  }

  /** Fills the last byte with this bit. */
  align(bit: number): void {
    while (this.#count % 8 !== 0) {
      this.#push(bit)
    }
  }

  /** What is left of a payload, up to the bit that ends it. */
  copyRest(bits: PayloadBits): void {
    for (let left = bits.left; left > 0; left--) {
      this.#push(bits.readBits(1))
    }
  }

  /** What was written, with zeros to the end of the last byte. */
  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }

  #push(bit: number): void {
    const at = this.#count >> 3
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (bit << (7 - (this.#count & 7)))
    this.#count += 1
  }
}

/** A NAL unit whose payload was written plainly: a 3 keeps two zero bytes from what would look like a start code with them (7.4.1). */
export function withEmulationPrevention(plain: Uint8Array): Uint8Array {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of plain) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    zeros = byte === 0 ? zeros + 1 : 0
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}
