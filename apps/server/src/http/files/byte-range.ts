/** Bytes start..end, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a Range header for a file of this size. null: send it all (no header, several ranges, or a unit we do not know,
 * which RFC 9110 lets a server ignore). 'unsatisfiable': answer 416.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [first, last] = [match[1], match[2]]
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (start >= sizeBytes) return 'unsatisfiable'
  // An end before the start makes the header invalid, and invalid headers are ignored.
  return end < start ? null : { start, end }
}
