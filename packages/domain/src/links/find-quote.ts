import { MAX_PHRASE_LENGTH } from '../captions/transcript.ts'
import { beginningOf } from '../text/plain-text.ts'
import { findLink } from './find-link.ts'

/** Closing quotation marks by opening mark. */
const CLOSING_QUOTES: Readonly<Record<string, string>> = {
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
/** Characters between a link and a quote. Without commas: they separate cells of a table and members of JSON. */
const GAP_AFTER_LINK_PATTERN = /^[\s:\p{Pd}]*/u
/** An opening quotation mark at the end of a text. */
const OPENING_QUOTE_PATTERN = /["\uff02\u201c-\u201e\u00ab\u00bb\u300c\u300e]$/
const WORD_CHARACTER_PATTERN = /[\p{L}\p{N}]/u

/**
 * The quoted words beside the link of a text: after it, or before it at the beginning of the text. null without them.
 * Quotes in other places do not count: apps share titles in quotes.
 */
export function quoteIn(text: string): string | null {
  const textLink = findLink(text)
  if (!textLink) return null
  const { before, behind } = textLink
  const quoteBefore = firstQuote(before)
  if (quoteBefore && /^[\s:\p{Pd}]*$/u.test(quoteBefore.behind.replace(OPENING_QUOTE_PATTERN, '')))
    return quoteBefore.words
  // The link itself may be in quotes, with or without other words.
  const isOpen = before.split('"').length % 2 === 0
  const closing = isOpen ? '"' : CLOSING_QUOTES[before.slice(-1)]
  const end = closing === undefined ? -1 : [...behind].findIndex((character) => closing.includes(character))
  return firstQuote(end < 0 ? behind : [...behind].slice(end + 1).join(''))?.words ?? null
}

/** The first quote with words at the beginning of a text, and the text after it. */
function firstQuote(text: string): { words: string; behind: string } | null {
  const start = text.replace(GAP_AFTER_LINK_PATTERN, '')
  const closing = CLOSING_QUOTES[start.slice(0, 1)]
  if (closing === undefined) return null
  const length = [...start.slice(1)].findIndex((character) => closing.includes(character))
  if (length < 0) return null
  const quotedText = [...start.slice(1)].slice(0, length).join('')
  const textAfterQuote = start.slice(1 + quotedText.length + 1)
  const words = quotedText.replace(/\s+/g, ' ').trim()
  // A quoted name in JSON, as in `"title":"A title"`, is not a quote.
  if (/^\s*[:=]/.test(textAfterQuote)) return null
  return WORD_CHARACTER_PATTERN.test(words)
    ? { words: beginningOf(words, MAX_PHRASE_LENGTH), behind: textAfterQuote }
    : firstQuote(textAfterQuote)
}
