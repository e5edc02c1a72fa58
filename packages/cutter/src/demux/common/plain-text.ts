/** Maximum number of characters of a cue or title. The rest is cut off. */
export const MAX_CUE_LENGTH = 2000
export const MAX_TITLE_LENGTH = 200
const LINE_END_PATTERN = /\r\n?|[\n\u0085\u2028\u2029]/
/** Spaces, control characters, lone surrogates, and marks that change the direction of the following text. */
const REMOVED_CHARACTERS_PATTERN = /[ \p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]+/gu
const FINAL_HIGH_SURROGATE_PATTERN = /[\ud800-\udbff]$/

/** Converts untrusted text to plain lines, without control characters and empty lines. */
export function plainLines(text: string, maxLength: number): string {
  const lines = text.slice(0, 4 * maxLength).split(LINE_END_PATTERN)
  const plainTexts = lines
    .map((line) => line.replace(REMOVED_CHARACTERS_PATTERN, ' ').trim())
    .filter((line) => line !== '')
  return plainTexts.join('\n').slice(0, maxLength).replace(FINAL_HIGH_SURROGATE_PATTERN, '').trim()
}

export function plainLine(text: string, maxLength: number): string {
  return plainLines(text, maxLength).replaceAll('\n', ' ')
}

/** Tags of SubRip, and commands of SubStation Alpha, which players also accept in SubRip. */
const SUBRIP_MARKUP_PATTERN = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?\/?>|\{\\[^{}]*\}/gi

export function withoutSubripMarkup(text: string): string {
  return text.replace(SUBRIP_MARKUP_PATTERN, '')
}

const WEBVTT_TAG_PATTERN = /<[^<>]*>/g
const CHARACTER_REFERENCE_PATTERN = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi
const NAMED_REFERENCES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Removes tags and timestamps from the text of a WebVTT cue, and resolves its character references. */
export function withoutWebvttMarkup(text: string): string {
  return text
    .replace(WEBVTT_TAG_PATTERN, '')
    .replace(CHARACTER_REFERENCE_PATTERN, (reference, decimal, hexadecimal, name) => {
      if (name) return NAMED_REFERENCES[name.toLowerCase()] ?? reference
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
}
