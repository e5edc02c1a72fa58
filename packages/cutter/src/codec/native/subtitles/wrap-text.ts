/** Characters of scripts without spaces between words, and their punctuation. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u
const WIDE_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u
const ZERO_WIDTH_CHARACTER = /[\p{M}\u200b-\u200f\u2060]/u
const NARROW_CHARACTER = /[\s.,:;!|'ijlI()[\]]/u
const LARGE_CHARACTER = /[\p{Lu}\d@%&—mw]/u
/** Approximate widths of characters in ems, for a bold sans serif. */
const WIDTHS_EMS = { wide: 1, mark: 0, narrow: 0.32, large: 0.7, usual: 0.6 }

/** Characters that must not begin a line (small kana, closing marks), and characters that must not end one. */
const NEVER_FIRST_IN_LINE =
  /^[\p{Pe}\p{Pf}\p{M}、。，．・：；？！…‥ー〜～々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％,.:;?!%]/u
const NEVER_LAST_IN_LINE = /[\p{Ps}\p{Pi}＄￥$]$/u

/**
 * Breaks lines of scripts without spaces, and words longer than a line. The renderer itself breaks lines only at
 * spaces, so other lines stay unchanged.
 * @param maxEms largest width of a line in ems
 * @param language language of the text (BCP 47)
 */
export function wrapText(text: string, maxEms: number, language: string): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, maxEms, language))
    .join('\n')
}

function wrapLine(line: string, maxEms: number, language: string): string[] {
  const width = widthOf(line)
  const hasLongWord = line.split(/\s+/u).some((word) => widthOf(word) > maxEms)
  if (width <= maxEms || !(UNSPACED_SCRIPT.test(line) || hasLongWord)) return [line]
  const pieces = splitIntoPieces(line, language).flatMap((piece) => fittingPieces(piece, maxEms))
  // Lines of similar length are easier to read.
  const lineCount = Math.ceil(width / maxEms)
  const evenLines = fillLines(pieces, Math.min(maxEms, width / lineCount + 1))
  return evenLines.length > lineCount ? fillLines(pieces, maxEms) : evenLines
}

function fillLines(pieces: readonly string[], maxEms: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && widthOf(line) + widthOf(piece.trimEnd()) > maxEms) {
      lines.push(line.trim())
      line = ''
    }
    line += piece
  }
  return [...lines, line.trim()].filter((text) => text !== '')
}

/** Splits a line into words, each with the characters that must stay next to it. */
function splitIntoPieces(line: string, language: string): string[] {
  const pieces: string[] = []
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(line)) {
    const previous = pieces.at(-1)
    if (
      previous !== undefined &&
      (NEVER_FIRST_IN_LINE.test(segment) || NEVER_LAST_IN_LINE.test(previous) || /^\s/u.test(segment))
    ) {
      pieces[pieces.length - 1] = previous + segment
    } else {
      pieces.push(segment)
    }
  }
  return pieces
}

function fittingPieces(piece: string, maxEms: number): string[] {
  return widthOf(piece.trimEnd()) <= maxEms ? [piece] : fillLines([...piece], maxEms)
}

function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (ZERO_WIDTH_CHARACTER.test(character)) return WIDTHS_EMS.mark
  if (WIDE_CHARACTER.test(character)) return WIDTHS_EMS.wide
  if (NARROW_CHARACTER.test(character)) return WIDTHS_EMS.narrow
  return LARGE_CHARACTER.test(character) ? WIDTHS_EMS.large : WIDTHS_EMS.usual
}
