import { parseTypedRange, type TypedRange } from '../ranges/typed-range.ts'
import { findLink } from './find-link.ts'
import { SOURCES } from './source-ids.ts'

/** Marker of a list item: `- `, `* `, `• `, `1. `, `2) `. */
const LIST_MARKER_PATTERN = /^(?:[-*+–—•·・]|\d{1,3}[.)、．])\s+/
/** Characters between a link and its times, such as closing brackets and quotes. */
const GAP_BEFORE_TIMES_PATTERN = /^[^\p{L}\p{N}\p{Pd}]+/u
/** Punctuation after times. */
const TRAILING_CHARACTER_PATTERN = /[^\p{L}\p{N}\p{Pd}"'‘-”′″]+$/u
/** A title or remark after a link, without a time. */
const REMARK_AFTER_LINK_PATTERN = /^\s*[\p{Pd}|#:(]\s*\P{N}+$/u
/** A remark after times. */
const REMARK_AT_END_PATTERN = /\s+[#(]\P{N}*$/u
/** Separators of quoted spreadsheet cells: `"LINK","1:02","1:15"`. */
const QUOTED_CELLS_PATTERN = /"\s*[,;\t]|[,;\t]\s*"/
/** Two cells after a link, separated by commas: `LINK,3,5`. */
const COMMA_CELLS_PATTERN = /^\s*,\s*[\d.:]+\s*,\s*[\d.:]+\s*$/
/** A year or a date after a link, which is not a time: `(2009)`, `01.05.2024`. */
const DATE_PATTERN = /^\s*(?:\((?:19|20)\d\d\)|\d{1,2}\.\d{1,2}\.\d{4})\s*$/
/** A time before a link. A bare number there is a position in the list. */
const CLOCK_TIME_PATTERN = /\d\p{L}|\d[:：]\d/u

export const withoutMarker = (line: string): string => line.trim().replace(LIST_MARKER_PATTERN, '')

export interface ListLine {
  link: string
  /** Times beside the link; null if the text after the link is not a time. */
  times: TypedRange | null
}

/** The link of a list's line, and the times after it, or else before it. @returns null without a link */
export function parseListLine(line: string): ListLine | null {
  const words = cellsOf(withoutMarker(line))
  const text = findLink(words, SOURCES)
  if (!text) return null
  const isRemark = REMARK_AFTER_LINK_PATTERN.test(text.behind) || DATE_PATTERN.test(text.behind)
  const cells = COMMA_CELLS_PATTERN.test(text.behind) ? text.behind.replaceAll(',', ';') : text.behind
  const textAfterLink = isRemark
    ? ''
    : cells
        .replace(GAP_BEFORE_TIMES_PATTERN, '')
        .replace(REMARK_AT_END_PATTERN, '')
        .replace(TRAILING_CHARACTER_PATTERN, '')
  if (textAfterLink !== '') return { link: text.link, times: parseTypedRange(textAfterLink) }
  const times = CLOCK_TIME_PATTERN.test(text.before)
    ? parseTypedRange(text.before.replace(TRAILING_CHARACTER_PATTERN, ''))
    : null
  return { link: text.link, times: times ?? {} }
}

const cellsOf = (line: string): string => (QUOTED_CELLS_PATTERN.test(line) ? line.replaceAll('"', '') : line)
