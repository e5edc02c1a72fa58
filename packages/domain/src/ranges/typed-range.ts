import { parseTimecode, plainTime } from './parse-timecode.ts'

/** Separators of two times: `1:02-1:15`, `1:02 to 1:15`, `1:02〜1:15`, `1:02,1:15`, `1:02 --> 1:15`, `1:02|1:15`. */
const SEPARATOR_OF_TIMES =
  /\s*[;|]\s*|,(?=\s|\d+:)\s*|\s*(?:-*[>\u2192]|[-\u2010-\u2015\u2212\u30fc~\u301c]|\.{2,}|から)\s*|(?:^|\s+)(?:to|bis|a|hasta|à)(?:\s+|$)/i
/** Words around a range: `from 1:02 to 1:15`, `1:02から1:15まで`. */
const WORDS_AROUND_TIMES_PATTERN = /^(?:from|von|de|desde)\s+(?=\d)|まで$/gi
const MAX_RANGE_LENGTH = 90

export interface TypedRange {
  startTime?: number | undefined
  endTime?: number | undefined
}

/**
 * Parses a typed range: `1:02-1:15`, `1:02 1:15`, `1:02`, `-1:15`; null for other text. Two numbers with a space
 * between them are two times, unless units make them one: `1m 15s`.
 */
export function parseTypedRange(text: string): TypedRange | null {
  if (text.length > MAX_RANGE_LENGTH) return null
  const rangeText = plainTime(text).replace(WORDS_AROUND_TIMES_PATTERN, '')
  const separatedTexts = rangeText.split(SEPARATOR_OF_TIMES)
  const isOneTime = /[^\d.,: ]/.test(rangeText) && parseTimecode(rangeText) !== null
  const parts = separatedTexts.length === 1 && !isOneTime ? rangeText.split(' ') : separatedTexts
  if (parts.length > 2) return null
  const [start, end] = parts.map((part) => (part === '' ? undefined : parseTimecode(part)))
  if (start === null || end === null || (start === undefined && end === undefined)) return null
  return { startTime: start, endTime: end }
}
