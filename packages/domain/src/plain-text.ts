/** What no line of text holds: control characters, and ends of lines and of paragraphs. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const FIRST_HALVES = /[\ud800-\udbff]$/

/** The beginning of a text; a character that takes two places is never cut in halves. */
export function beginningOf(text: string, mostLength: number): string {
  const beginning = text.slice(0, Math.max(0, mostLength))
  return beginning.length < text.length ? beginning.replace(FIRST_HALVES, '') : beginning
}

/** One line of text that can be kept and shown anywhere, whatever a stranger sent. */
export function plainLine(text: string, mostLength: number): string {
  // More than this is not looked at: what is left out of it is far behind the end.
  const looked = beginningOf(text, 4 * mostLength).toWellFormed()
  return beginningOf(looked.replace(NOT_IN_A_LINE, ' ').trim(), mostLength).trim()
}
