import { MAX_PHRASE_LENGTH } from '../captions/transcript.ts'
import { beginningOf } from '../text/plain-text.ts'
import { findLink } from './find-link.ts'

/** What closes a quote, by what opens it. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '\uff02': '\uff02',
  '\u201c': '\u201d',
  '\u201d': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
}
/** What may stand between a link and a quote. A comma may not: it parts cells of a table, and members of JSON. */
const BETWEEN = /^[\s:\p{Pd}]*/u
/** What opens a quote at the end of a text. */
const OPENING = /["\uff02\u201c-\u201e\u00ab\u00bb\u300c\u300e]$/
const IS_SAID = /[\p{L}\p{N}]/u

/**
 * The words in quotes beside the link of a text: behind it, or in front of it at the beginning of the text. null without them. A title
 * in quotes elsewhere, as apps share one along with the link, is none.
 */
export function quoteIn(text: string): string | null {
  const found = findLink(text)
  if (!found) return null
  const { before, behind } = found
  const ahead = firstQuote(before)
  if (ahead && /^[\s:\p{Pd}]*$/u.test(ahead.behind.replace(OPENING, ''))) return ahead.words
  // The link may be in quotes itself, alone or with others.
  const isOpen = before.split('"').length % 2 === 0
  const closing = isOpen ? '"' : CLOSING[before.slice(-1)]
  const end = closing === undefined ? -1 : [...behind].findIndex((character) => closing.includes(character))
  return firstQuote(end < 0 ? behind : [...behind].slice(end + 1).join(''))?.words ?? null
}

/** The first quote with words in it among those that a text begins with, and what is behind it. */
function firstQuote(text: string): { words: string; behind: string } | null {
  const rest = text.replace(BETWEEN, '')
  const closing = CLOSING[rest.slice(0, 1)]
  if (closing === undefined) return null
  const length = [...rest.slice(1)].findIndex((character) => closing.includes(character))
  if (length < 0) return null
  const quoted = [...rest.slice(1)].slice(0, length).join('')
  const behind = rest.slice(1 + quoted.length + 1)
  const words = quoted.replace(/\s+/g, ' ').trim()
  // `"title":"A title"` in JSON.
  if (/^\s*[:=]/.test(behind)) return null
  return IS_SAID.test(words) ? { words: beginningOf(words, MAX_PHRASE_LENGTH), behind } : firstQuote(behind)
}
