import { beginningOf } from '../text/plain-text.ts'
import type { Cue, CueWord } from './transcript.ts'

/** Maximum number of cues in a file. Later ones are dropped. */
export const MAX_CUES = 50_000
const MAX_CUE_LENGTH = 2_000
/** Maximum length of a cue with its markup, in characters. The markup may be much longer than the text. */
export const MAX_RAW_CUE_LENGTH = 16_000
const MAX_WORDS_OF_CUE = 400
/**
 * Maximum number of characters of all cues in a file. In storage and in answers, they take several times as many bytes.
 */
const MAX_CHARACTERS = 4_000_000
/** Maximum number of timed words in a file. They take ten times the bytes of plain text; later cues get no times. */
const MAX_TIMED_WORDS = 500_000
/** Maximum number of lines of a cue. This many lines fill any screen. */
export const MAX_LINES_OF_CUE = 100
/** Latest start and end of a cue, in seconds. No video is longer. */
const LATEST_SECONDS = 90 * 24 * 3600

/** A line of a cue. `words` are present if the source gives their times. */
export interface CueLine {
  text: string
  words?: CueWord[]
}

/** A cue as its file has it, in seconds. */
export interface RawCue {
  startTime: number
  endTime: number
  lines: CueLine[]
}

/** Control characters, marks that change the reading direction, and invisible characters. */
const REMOVED_CHARACTERS_PATTERN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\ufeff]+/gu

const PLAIN_ASCII_PATTERN = /^[\x20-\x7e]*$/

/** One line of plain text, without control characters, direction marks and repeated spaces. */
export function plainCueLine(text: string): string {
  // The fast path: most words are plain ASCII, and a file has tens of thousands of them.
  if (text.length < MAX_CUE_LENGTH && PLAIN_ASCII_PATTERN.test(text) && !text.includes('  ')) return text.trim()
  return beginningOf(text, MAX_RAW_CUE_LENGTH)
    .toWellFormed()
    .replace(REMOVED_CHARACTERS_PATTERN, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Cues with plain text, in the order of their start. Cues without text or duration are dropped, and so are cues
 * beyond MAX_CUES and MAX_CHARACTERS.
 */
export function finishedCues(rawCues: readonly RawCue[]): Cue[] {
  const cues: Cue[] = []
  let characters = 0
  let timedWords = 0
  for (const { startTime, endTime, lines } of rawCues) {
    if (cues.length >= MAX_CUES || characters >= MAX_CHARACTERS) break
    if (!(startTime >= 0) || !(endTime > startTime) || !(startTime < LATEST_SECONDS)) continue
    const textLines = lines
      .map((line) => ({ ...line, text: plainCueLine(line.text) }))
      .filter(({ text }) => text !== '')
    if (textLines.length === 0) continue
    const text = beginningOf(textLines.map((line) => line.text).join('\n'), MAX_CUE_LENGTH)
    characters += text.length
    const isTimed = timedWords < MAX_TIMED_WORDS && textLines.every((line) => line.words)
    const words = isTimed ? plainWords(textLines.flatMap((line) => line.words ?? [])) : []
    timedWords += words.length
    const wordTimes = words.length > 0 ? { words } : {}
    cues.push({ startTime, endTime: Math.min(endTime, LATEST_SECONDS), text, ...wordTimes })
  }
  return sortedByStart(cues)
}

/** Applies the limits of a file to other lists of cues, such as those of a clip with many ranges. */
export function boundedCues<Shown extends Pick<Cue, 'text' | 'words'>>(cues: readonly Shown[]): Shown[] {
  const result: Shown[] = []
  let characters = 0
  let timedWords = 0
  for (const cue of cues) {
    characters += cue.text.length
    timedWords += cue.words?.length ?? 0
    if (result.length >= MAX_CUES || characters > MAX_CHARACTERS) break
    const { words: _, ...untimed } = cue
    result.push(timedWords > MAX_TIMED_WORDS ? (untimed as Shown) : cue)
  }
  return result
}

/** Cues with text that is plain already, under the same limits as in `finishedCues`. */
export function plainCues(cues: readonly { startTime: number; endTime: number; text: string }[]): Cue[] {
  return finishedCues(
    cues.slice(0, MAX_CUES).map(({ startTime, endTime, text }) => ({ startTime, endTime, lines: cueLinesOf(text) })),
  )
}

export function cueLinesOf(text: string): CueLine[] {
  return beginningOf(text, MAX_RAW_CUE_LENGTH)
    .split(/\r\n|\r|\n/, MAX_LINES_OF_CUE)
    .map((line) => ({ text: line }))
}

function plainWords(words: readonly CueWord[]): CueWord[] {
  return words.slice(0, MAX_WORDS_OF_CUE).flatMap(({ startTime, text }) => {
    const plainText = beginningOf(plainCueLine(text), MAX_CUE_LENGTH)
    return plainText === '' || !Number.isFinite(startTime)
      ? []
      : [{ startTime: Math.max(0, startTime), text: plainText }]
  })
}

function sortedByStart(cues: Cue[]): Cue[] {
  const isOrdered = cues.every((cue, index) => index === 0 || cues[index - 1]!.startTime <= cue.startTime)
  return isOrdered ? cues : cues.toSorted((a, b) => a.startTime - b.startTime)
}

const NAMED_REFERENCES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const CHARACTER_REFERENCE_PATTERN = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi

/** Decodes character references such as `&amp;` once. Unknown ones stay as they are. */
export function decodeReferences(text: string): string {
  return text.replace(
    CHARACTER_REFERENCE_PATTERN,
    (reference, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return /^[lr]lm$/i.test(name) ? '' : (NAMED_REFERENCES[name.toLowerCase()] ?? reference)
      const codePoint = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
      return codePoint > 0x10ffff ? '' : String.fromCodePoint(codePoint)
    },
  )
}
