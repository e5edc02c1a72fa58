/** Requested bytes of a file; both positions are inclusive. */
export type SatisfiableRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number }
export type RequestedByteRange = SatisfiableRange | { kind: 'unsatisfiable' }

/** Reads a Range header with one range. Anything else counts as absent, as RFC 9110 allows. */
export function parseRangeHeader(header: string | undefined, sizeBytes: number): RequestedByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, first, last] = match ?? []
  if (!first && !last) return { kind: 'whole' }
  if (!first) {
    const suffixBytes = Number(last)
    return suffixBytes === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', start: Math.max(0, sizeBytes - suffixBytes), end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = Math.min(last ? Number(last) : sizeBytes - 1, sizeBytes - 1)
  return start > end ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
