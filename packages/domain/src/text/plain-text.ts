/** Control characters, line and paragraph ends, and marks that change the direction of all that follows. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const FIRST_HALVES = /[\ud800-\udbff]$/

/** What stands behind percent signs in a part of an address; a text that cannot be read so as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The beginning of a text; a character that takes two places is never cut in halves. */
export function beginningOf(text: string, mostLength: number): string {
  const beginning = text.slice(0, Math.max(0, mostLength))
  return beginning.length < text.length ? beginning.replace(FIRST_HALVES, '') : beginning
}

/** One line of text that can be stored and shown anywhere, whatever a stranger sent. */
export function plainLine(text: string, mostLength: number): string {
  // More than this is not looked at: what is left out of it is far behind the end.
  const looked = beginningOf(text, 4 * mostLength).toWellFormed()
  return beginningOf(looked.replace(NOT_IN_A_LINE, ' ').trim(), mostLength).trim()
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Among them letters that look like nothing, such as the fillers of Hangul. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Without marks of direction, of zero width and others that people copy without seeing them. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Whether it reads as one line and can be seen: a name or a subject that pretends to be more, or is nothing, is none. */
export function isOneLineText(text: string): boolean {
  return VISIBLE.test(withoutInvisible(text)) && text.search(NOT_IN_A_LINE) < 0
}
