/** Scripts that put no spaces between words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const ANY_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')
/** A range that contains all of these scripts: a fast first test. */
const MAYBE_UNSPACED = /[\u0e00-\uffff]/
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]\\p{M}*$`, 'u')
const BETWEEN_UNSPACED = new RegExp(`(?<=[${UNSPACED}]\\p{M}*) (?=[${UNSPACED}])`, 'gu')
const SCRIPT_CHANGES = new RegExp(
  `(?<=[${UNSPACED}]\\p{M}*)(?=[^${UNSPACED}\\p{M} ])|(?<=[^${UNSPACED}\\p{M} ]\\p{M}*)(?=[${UNSPACED}])`,
  'gu',
)

export const hasUnspaced = (text: string): boolean => MAYBE_UNSPACED.test(text) && ANY_UNSPACED.test(text)
export const startsUnspaced = (text: string): boolean => STARTS_UNSPACED.test(text)
export const endsUnspaced = (text: string): boolean => MAYBE_UNSPACED.test(text) && ENDS_UNSPACED.test(text)

/** Joins words with spaces, except between two words of unspaced scripts. */
export function joinWords(words: readonly string[]): string {
  const pieces = words.map((word, index) => {
    const previous = words[index - 1]
    return previous === undefined || (endsUnspaced(previous) && startsUnspaced(word)) ? word : ` ${word}`
  })
  return pieces.join('')
}

/** Removes spaces between letters of unspaced scripts, and adds one where the script changes. */
export function betweenScripts(text: string): string {
  return text.replace(BETWEEN_UNSPACED, '').replace(SCRIPT_CHANGES, ' ')
}
