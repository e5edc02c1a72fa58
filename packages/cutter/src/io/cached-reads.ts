interface ByteRange {
  /** Reader of the file that the bytes belong to. */
  reader: object
  start: number
  end: number
  bytes: Promise<Buffer>
}

/** Maximum number of ranges that a plan caches before its cut. */
const MAX_BYTE_RANGES = 8

/**
 * Caches bytes that both planning and cutting read, so that they are fetched once and in one round trip. A range is
 * released when its last byte is taken.
 */
export class CachedReads {
  #ranges: ByteRange[] = []

  get isFull(): boolean {
    return this.#ranges.length >= MAX_BYTE_RANGES
  }

  hold(range: ByteRange): void {
    this.#ranges.push(range)
    // Callers of take() get the error. This handler only prevents an unhandled rejection.
    range.bytes.catch(() => {})
  }

  /** Takes the part of the bytes [start, end) that the first overlapping range has; null if no range overlaps. */
  take(reader: object, start: number, end: number): { start: number; end: number; bytes: Promise<Buffer> } | null {
    const range = this.#ranges.find((item) => item.reader === reader && item.start < end && start < item.end)
    if (!range) return null
    const from = Math.max(start, range.start)
    const to = Math.min(end, range.end)
    if (to === range.end) this.#ranges = this.#ranges.filter((item) => item !== range)
    const bytes = range.bytes.then((rangeBytes) => rangeBytes.subarray(from - range.start, to - range.start))
    return { start: from, end: to, bytes }
  }
}
