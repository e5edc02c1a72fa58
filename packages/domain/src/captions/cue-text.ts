import { beginningOf } from '../text/plain-text.ts'
import type { Cue, CueWord } from './transcript.ts'

/** Cues beyond these are left out. */
export const MOST_CUES = 50_000
const LONGEST_CUE = 2_000
/** With its markup, which may be much longer than its text. */
export const LONGEST_RAW_CUE = 16_000
const MOST_WORDS_OF_CUE = 400
/** Of all cues together: fifty thousand full ones. What is stored and sent of a file is several times its size. */
const MOST_CHARACTERS = 4_000_000
/** Times of words take ten times the bytes of their characters. Cues after that many have none. */
const MOST_TIMED_WORDS = 500_000
/** More fill a screen from top to bottom, whatever the letters. */
export const MOST_LINES_OF_CUE = 100
/** No video lasts longer. */
const LATEST_SECONDS = 90 * 24 * 3600

/** A line of a cue, with times of its words where they are known. */
export interface CueLine {
  text: string
  words?: CueWord[]
}

/** A cue as its file has it. */
export interface RawCue {
  startTime: number
  endTime: number
  lines: CueLine[]
}

/** Control characters, marks that change the direction of all that follows, and what cannot be seen. */
const NOT_IN_TEXT = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\ufeff]+/gu

const PLAIN_ASCII = /^[\x20-\x7e]*$/

/** One line of plain text, without anything that changes what is around it. */
export function plainCueLine(text: string): string {
  // Most words are, and there are ten thousands of them.
  if (text.length < LONGEST_CUE && PLAIN_ASCII.test(text) && !text.includes('  ')) return text.trim()
  return beginningOf(text, LONGEST_RAW_CUE).toWellFormed().replace(NOT_IN_TEXT, ' ').replace(/\s+/g, ' ').trim()
}

/**
 * Cues as they are shown: plain text, in the order of their start. Those without text or duration are left out, and those beyond MOST_CUES.
 */
export function finishedCues(raw: readonly RawCue[]): Cue[] {
  const cues: Cue[] = []
  let characters = 0
  let timedWords = 0
  for (const { startTime, endTime, lines } of raw) {
    if (cues.length >= MOST_CUES || characters >= MOST_CHARACTERS) break
    if (!(startTime >= 0) || !(endTime > startTime) || !(startTime < LATEST_SECONDS)) continue
    const shown = lines.map((line) => ({ ...line, text: plainCueLine(line.text) })).filter(({ text }) => text !== '')
    if (shown.length === 0) continue
    const text = beginningOf(shown.map((line) => line.text).join('\n'), LONGEST_CUE)
    characters += text.length
    const isTimed = timedWords < MOST_TIMED_WORDS && shown.every((line) => line.words)
    const words = isTimed ? plainWords(shown.flatMap((line) => line.words ?? [])) : []
    timedWords += words.length
    const timed = words.length > 0 ? { words } : {}
    cues.push({ startTime, endTime: Math.min(endTime, LATEST_SECONDS), text, ...timed })
  }
  return inOrder(cues)
}

/** No more than captions may be: those of a clip that shows a part of its video twenty times, or of thousands of files. */
export function boundedCues<Shown extends Pick<Cue, 'text' | 'words'>>(cues: readonly Shown[]): Shown[] {
  const bounded: Shown[] = []
  let characters = 0
  let timedWords = 0
  for (const cue of cues) {
    characters += cue.text.length
    timedWords += cue.words?.length ?? 0
    if (bounded.length >= MOST_CUES || characters > MOST_CHARACTERS) break
    const { words: _, ...untimed } = cue
    bounded.push(timedWords > MOST_TIMED_WORDS ? (untimed as Shown) : cue)
  }
  return bounded
}

/** The same for cues that are plain text already. */
export function plainCues(cues: readonly { startTime: number; endTime: number; text: string }[]): Cue[] {
  return finishedCues(
    cues.slice(0, MOST_CUES).map(({ startTime, endTime, text }) => ({ startTime, endTime, lines: linesOf(text) })),
  )
}

export function linesOf(text: string): CueLine[] {
  return beginningOf(text, LONGEST_RAW_CUE)
    .split(/\r\n|\r|\n/, MOST_LINES_OF_CUE)
    .map((line) => ({ text: line }))
}

function plainWords(words: readonly CueWord[]): CueWord[] {
  return words.slice(0, MOST_WORDS_OF_CUE).flatMap(({ startTime, text }) => {
    const plain = beginningOf(plainCueLine(text), LONGEST_CUE)
    return plain === '' || !Number.isFinite(startTime) ? [] : [{ startTime: Math.max(0, startTime), text: plain }]
  })
}

function inOrder(cues: Cue[]): Cue[] {
  const isOrdered = cues.every((cue, index) => index === 0 || cues[index - 1]!.startTime <= cue.startTime)
  return isOrdered ? cues : cues.toSorted((one, other) => one.startTime - other.startTime)
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi

/** Decodes character references such as `&amp;` once. Unknown ones stay as they are. */
export function withoutReferences(text: string): string {
  return text.replace(REFERENCE, (written, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return /^[lr]lm$/i.test(name) ? '' : (NAMED[name.toLowerCase()] ?? written)
    const point = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
    return point > 0x10ffff ? '' : String.fromCodePoint(point)
  })
}
