import { Buffer as NpmBuffer } from 'buffer/index.js'

/** `Buffer` for browsers: the class of the package `buffer`, corrected where it differs from Node's. */
export const BrowserBuffer = NpmBuffer as unknown as typeof Buffer

const { prototype } = BrowserBuffer
const original = { toString: prototype.toString, indexOf: prototype.indexOf }
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

Object.assign(prototype, {
  /** The package gives another number of replacement characters for invalid bytes. */
  toString(this: Buffer, encoding: BufferEncoding = 'utf8', start = 0, end = this.length): string {
    if (encoding !== 'utf8') return original.toString.call(this, encoding, start, end)
    return utf8.decode(this.subarray(Math.max(0, start), Math.max(0, end)))
  },

  /** The package takes a Buffer only. */
  equals(this: Buffer, other: Uint8Array): boolean {
    return BrowserBuffer.compare(this, other) === 0
  },

  /** The package copies to a Buffer only. */
  copy(this: Buffer, target: Uint8Array, targetStart = 0, start = 0, end = this.length): number {
    const bytes = this.subarray(start, Math.min(end, start + Math.max(0, target.length - targetStart)))
    target.set(bytes, Math.min(targetStart, target.length))
    return bytes.length
  },

  /** The package searches for a Buffer only, and byte by byte. */
  indexOf(this: Buffer, value: string | number | Uint8Array, from = 0, encoding?: BufferEncoding): number {
    if (typeof value === 'number') return original.indexOf.call(this, value, from)
    const bytes = typeof value === 'string' ? BrowserBuffer.from(value, encoding) : value
    const start = Math.max(0, from < 0 ? from + this.length : from)
    if (bytes.length === 0) return Math.min(start, this.length)
    const matchesAt = (at: number) => bytes.every((byte, index) => this[at + index] === byte)
    // Zeros are by far the most frequent bytes of indexes and start codes, so another byte is searched.
    const anchor = Math.max(
      0,
      bytes.findIndex((byte) => byte !== 0),
    )
    const nextFrom = (from: number) => Uint8Array.prototype.indexOf.call(this, bytes[anchor]!, from + anchor) - anchor
    let at = nextFrom(start)
    while (at >= 0 && !matchesAt(at)) at = nextFrom(at + 1)
    return Math.max(-1, at)
  },
})

/** The package reads at a wrong offset if the given one is no index: NaN, a fraction, or 4 GiB and more. */
for (const name of Object.getOwnPropertyNames(prototype).filter((name) => name.startsWith('read'))) {
  const methods = prototype as unknown as Record<string, (offset: number, byteLength?: number) => unknown>
  const read = methods[name]!
  methods[name] = function (this: Buffer, offset = 0, byteLength?: number) {
    if (!(Number.isInteger(offset) && offset >= 0 && offset < this.length)) {
      throw new RangeError(`The offset ${offset} is outside of the buffer.`)
    }
    return read.call(this, offset, byteLength)
  }
}

globalThis.Buffer ??= BrowserBuffer
