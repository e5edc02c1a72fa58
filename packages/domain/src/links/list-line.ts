import { parseTypedRange, type TypedRange } from '../ranges/typed-range.ts'
import { findLink } from './find-link.ts'

/** What begins a line of a list: `- `, `* `, `• `, `1. `, `2) `. */
const MARKER = /^(?:[-*+–—•·・]|\d{1,3}[.)、．])\s+/
/** What closes a link's brackets and quotes, and parts it from times. */
const BETWEEN = /^[^\p{L}\p{N}\p{Pd}]+/u
/** What belongs to a sentence or a bracket behind times. */
const TRAILING = /[^\p{L}\p{N}\p{Pd}"'‘-”′″]+$/u
/** A title or a remark behind a link, which names no time. */
const IS_REMARK = /^\s*[\p{Pd}|#:(]\s*\P{N}+$/u
/** A remark behind times. */
const REMARK = /\s+[#(]\P{N}*$/u
/** Cells of a spreadsheet that are all in quotes: `"LINK","1:02","1:15"`. */
const QUOTED_CELLS = /"\s*[,;\t]|[,;\t]\s*"/
/** Cells behind a link that commas part: `LINK,3,5`. */
const COMMA_CELLS = /^\s*,\s*[\d.:]+\s*,\s*[\d.:]+\s*$/
/** A year or a date behind a link, which is no time: `(2009)`, `01.05.2024`. */
const IS_DATE = /^\s*(?:\((?:19|20)\d\d\)|\d{1,2}\.\d{1,2}\.\d{4})\s*$/
/** A bare number in front of a link is its place in a list. */
const IS_CLOCK = /\d\p{L}|\d[:：]\d/u

export const withoutMarker = (line: string): string => line.trim().replace(MARKER, '')

/**
 * The link of a line of a list, and the times behind it or, without any there, in front of it; null: what is behind it are no
 * times. Answers null where the line has no link.
 */
export function parseListLine(line: string): { link: string; times: TypedRange | null } | null {
  const words = cellsOf(withoutMarker(line))
  const text = findLink(words)
  if (!text) return null
  const isRemark = IS_REMARK.test(text.behind) || IS_DATE.test(text.behind)
  const cells = COMMA_CELLS.test(text.behind) ? text.behind.replaceAll(',', ';') : text.behind
  const behind = isRemark ? '' : cells.replace(BETWEEN, '').replace(REMARK, '').replace(TRAILING, '')
  if (behind !== '') return { link: text.link, times: parseTypedRange(behind) }
  const times = IS_CLOCK.test(text.before) ? parseTypedRange(text.before.replace(TRAILING, '')) : null
  return { link: text.link, times: times ?? {} }
}

const cellsOf = (line: string): string => (QUOTED_CELLS.test(line) ? line.replaceAll('"', '') : line)
