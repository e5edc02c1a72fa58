interface ByteRange {
  /** Whose bytes they are. */
  reader: object
  start: number
  end: number
  bytes: Promise<Buffer>
}

/** A plan of more ranges holds no more than that before it is cut. */
const MOST_BYTE_RANGES = 8

/**
 * Bytes that planning has read and cutting will need, so that they are fetched once and in one round trip. Each is let go
 * when its last byte was taken.
 */
export class CachedReads {
  #held: ByteRange[] = []

  get isFull(): boolean {
    return this.#held.length >= MOST_BYTE_RANGES
  }

  hold(range: ByteRange): void {
    this.#held.push(range)
    // A caller that asks for its bytes gets the error.
    range.bytes.catch(() => {})
  }

  /** The held part of the bytes [start, end), as one piece; null if none is held. */
  take(reader: object, start: number, end: number): { start: number; end: number; bytes: Promise<Buffer> } | null {
    const found = this.#held.find((one) => one.reader === reader && one.start < end && start < one.end)
    if (!found) return null
    const from = Math.max(start, found.start)
    const to = Math.min(end, found.end)
    if (to === found.end) this.#held = this.#held.filter((one) => one !== found)
    const bytes = found.bytes.then((all) => all.subarray(from - found.start, to - found.start))
    return { start: from, end: to, bytes }
  }
}
