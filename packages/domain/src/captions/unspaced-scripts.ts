/** Scripts without spaces between words, for a character class. */
const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const UNSPACED_CHARACTER_PATTERN = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u')
/** A code point range that contains all of these scripts, for a fast first test. */
const POSSIBLY_UNSPACED_PATTERN = /[\u0e00-\uffff]/
const UNSPACED_START_PATTERN = new RegExp(`^[${UNSPACED_SCRIPTS}]`, 'u')
const UNSPACED_END_PATTERN = new RegExp(`[${UNSPACED_SCRIPTS}]\\p{M}*$`, 'u')
const SPACE_BETWEEN_UNSPACED_PATTERN = new RegExp(`(?<=[${UNSPACED_SCRIPTS}]\\p{M}*) (?=[${UNSPACED_SCRIPTS}])`, 'gu')
const SCRIPT_CHANGES_PATTERN = new RegExp(
  `(?<=[${UNSPACED_SCRIPTS}]\\p{M}*)(?=[^${UNSPACED_SCRIPTS}\\p{M} ])|(?<=[^${UNSPACED_SCRIPTS}\\p{M} ]\\p{M}*)(?=[${UNSPACED_SCRIPTS}])`,
  'gu',
)

export const hasUnspaced = (text: string): boolean =>
  POSSIBLY_UNSPACED_PATTERN.test(text) && UNSPACED_CHARACTER_PATTERN.test(text)
export const startsUnspaced = (text: string): boolean => UNSPACED_START_PATTERN.test(text)
export const endsUnspaced = (text: string): boolean =>
  POSSIBLY_UNSPACED_PATTERN.test(text) && UNSPACED_END_PATTERN.test(text)

/** Joins words with spaces, except between two words of unspaced scripts. */
export function joinWords(words: readonly string[]): string {
  const pieces = words.map((word, index) => {
    const previous = words[index - 1]
    return previous === undefined || (endsUnspaced(previous) && startsUnspaced(word)) ? word : ` ${word}`
  })
  return pieces.join('')
}

/** Removes spaces between letters of unspaced scripts, and adds one where the script changes. */
export function normalizeSpaces(text: string): string {
  return text.replace(SPACE_BETWEEN_UNSPACED_PATTERN, '').replace(SCRIPT_CHANGES_PATTERN, ' ')
}
