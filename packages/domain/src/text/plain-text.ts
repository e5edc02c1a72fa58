/** Control characters, line and paragraph separators, and marks that change the reading direction. */
const REMOVED_CHARACTERS_PATTERN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const TRAILING_HIGH_SURROGATE_PATTERN = /[\ud800-\udbff]$/

/** Decodes percent-encoding; returns text that is not valid percent-encoding unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The beginning of a text. A surrogate pair is never divided. */
export function beginningOf(text: string, maxLength: number): string {
  const beginning = text.slice(0, Math.max(0, maxLength))
  return beginning.length < text.length ? beginning.replace(TRAILING_HIGH_SURROGATE_PATTERN, '') : beginning
}

/** One line of untrusted text that is safe to store and show. */
export function plainLine(text: string, maxLength: number): string {
  // Bounds the work: characters beyond this limit would be cut off anyway.
  const beginning = beginningOf(text, 4 * maxLength).toWellFormed()
  return beginningOf(beginning.replace(REMOVED_CHARACTERS_PATTERN, ' ').trim(), maxLength).trim()
}

const VISIBLE_CHARACTER_PATTERN = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Invisible characters. They include letters such as the Hangul fillers. */
const INVISIBLE_CHARACTERS_PATTERN = /\p{Default_Ignorable_Code_Point}/gu

/** Removes invisible characters, such as marks of direction and zero width. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE_CHARACTERS_PATTERN, '')

/** Whether a text is a single line with visible characters. */
export function isOneLineText(text: string): boolean {
  return VISIBLE_CHARACTER_PATTERN.test(withoutInvisible(text)) && text.search(REMOVED_CHARACTERS_PATTERN) < 0
}
