/** Scripts without spaces between words, and what belongs to them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u
const MARK = /[\p{M}\u200b-\u200f\u2060]/u
const NARROW = /[\s.,:;!|'ijlI()[\]]/u
const LARGE = /[\p{Lu}\d@%&—mw]/u
/** In ems, of a bold sans serif. */
const WIDTHS = { wide: 1, mark: 0, narrow: 0.32, large: 0.7, usual: 0.6 }

/** What must not begin a line (small kana, closing marks), and what must not end one. */
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}、。，．・：；？！…‥ー〜～々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％,.:;?!%]/u
const NEVER_LAST = /[\p{Ps}\p{Pi}＄￥$]$/u

/**
 * Breaks lines where the renderer would not: it knows spaces only. A line of words with spaces between them is left as it is.
 * @param mostEms the width that lines may have
 * @param language BCP 47, of the text
 */
export function wrapText(text: string, mostEms: number, language: string): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, mostEms, language))
    .join('\n')
}

function wrapLine(line: string, mostEms: number, language: string): string[] {
  const width = widthOf(line)
  const hasLongWord = line.split(/\s+/u).some((word) => widthOf(word) > mostEms)
  if (width <= mostEms || !(UNSPACED.test(line) || hasLongWord)) return [line]
  const pieces = piecesOf(line, language).flatMap((piece) => fittingPieces(piece, mostEms))
  // Lines of about the same length are read with less effort.
  const lines = Math.ceil(width / mostEms)
  const broken = fill(pieces, Math.min(mostEms, width / lines + 1))
  return broken.length > lines ? fill(pieces, mostEms) : broken
}

function fill(pieces: readonly string[], mostEms: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && widthOf(line) + widthOf(piece.trimEnd()) > mostEms) {
      lines.push(line.trim())
      line = ''
    }
    line += piece
  }
  return [...lines, line.trim()].filter((one) => one !== '')
}

/** Words with what must stay beside them. */
function piecesOf(line: string, language: string): string[] {
  const pieces: string[] = []
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(line)) {
    const before = pieces.at(-1)
    if (before !== undefined && (NEVER_FIRST.test(segment) || NEVER_LAST.test(before) || /^\s/u.test(segment))) {
      pieces[pieces.length - 1] = before + segment
    } else {
      pieces.push(segment)
    }
  }
  return pieces
}

function fittingPieces(piece: string, mostEms: number): string[] {
  return widthOf(piece.trimEnd()) <= mostEms ? [piece] : fill([...piece], mostEms)
}

function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (MARK.test(character)) return WIDTHS.mark
  if (WIDE.test(character)) return WIDTHS.wide
  if (NARROW.test(character)) return WIDTHS.narrow
  return LARGE.test(character) ? WIDTHS.large : WIDTHS.usual
}
