/** Scripts that put no spaces between words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const ANY_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')
/** All of them are among these: quick to rule out. */
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

/** Words as they are written one after the other. */
export function joinWords(words: readonly string[]): string {
  const pieces = words.map((word, index) => {
    const before = words[index - 1]
    return before === undefined || (endsUnspaced(before) && startsUnspaced(word)) ? word : ` ${word}`
  })
  return pieces.join('')
}

/** The same text without spaces between two letters of such a script, and with one where the script changes. */
export function betweenScripts(text: string): string {
  return text.replace(BETWEEN_UNSPACED, '').replace(SCRIPT_CHANGES, ' ')
}
