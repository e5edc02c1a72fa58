import { parseTimecode } from './timecode.ts'

/** What `1:02-1:15`, `1:02 to 1:15`, `1:02 1:15`, `1:02` and `-1:15` have in common: two times, one of them perhaps not there. */
const BETWEEN_TIMES = /\s*(?:-|\u2013|\u2014|\bto\b|\bbis\b)\s*|\s+/i

export interface TypedRange {
  startTime?: number | undefined
  endTime?: number | undefined
}

/** The times that somebody wrote behind a link; null: these are no times. */
export function parseTypedRange(text: string): TypedRange | null {
  const parts = text.trim().split(BETWEEN_TIMES)
  if (parts.length > 2) return null
  const [start, end] = parts.map((part) => (part === '' ? undefined : parseTimecode(part)))
  if (start === null || end === null || (start === undefined && end === undefined)) return null
  return { startTime: start, endTime: end }
}
