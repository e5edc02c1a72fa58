import { firstWhere } from './first-where.ts'
import type { Cue, Transcript } from './transcript.ts'
import { betweenScripts, endsUnspaced, hasUnspaced, joinWords, startsUnspaced } from './unspaced-scripts.ts'

/** A word as it is said, in seconds of the video. */
export interface TranscriptWord {
  startTime: number
  endTime: number
  /** With its punctuation. */
  text: string
  /** The index of its cue. */
  cue: number
}

/** Where a phrase is said: indexes into the words, both inclusive. */
export interface WordHit {
  first: number
  last: number
}

/** A word whose end nobody knows is taken to last no longer than this: a pause after it is not part of it. */
const LONGEST_WORD_SECONDS = 1
const LONGEST_LETTER_SECONDS = 0.1

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Each word of a transcript, in the order of its cues. Where no times of words are known, a cue's time is shared by length. */
export function wordsOf(transcript: Transcript): TranscriptWord[] {
  const words: TranscriptWord[] = []
  for (const [index, cue] of transcript.cues.entries()) addWordsOf(words, cue, index)
  return words
}

function addWordsOf(words: TranscriptWord[], cue: Cue, index: number): void {
  const timed = cue.words ?? []
  if (timed.length === 0) {
    shareOut(words, cue.text, cue.startTime, cue.endTime, index)
    return
  }
  let from = cue.startTime
  for (const [position, { startTime, text }] of timed.entries()) {
    from = between(from, startTime, cue.endTime)
    const next = timed[position + 1]?.startTime ?? cue.endTime
    const longest = from + LONGEST_WORD_SECONDS + text.length * LONGEST_LETTER_SECONDS
    shareOut(words, text, from, between(from, next, Math.min(cue.endTime, longest)), index)
  }
}

/** Adds the words of a text; each takes as much of the time as it has letters. */
function shareOut(words: TranscriptWord[], text: string, startTime: number, endTime: number, cue: number): void {
  const parts = splitIntoWords(text)
  if (parts.length === 1) {
    words.push({ startTime, endTime, text: parts[0]!, cue })
    return
  }
  const letters = parts.reduce((sum, part) => sum + part.length + 1, -1)
  const secondsPerLetter = (endTime - startTime) / letters
  let said = 0
  for (const part of parts) {
    const from = startTime + said * secondsPerLetter
    words.push({ startTime: from, endTime: Math.min(endTime, from + part.length * secondsPerLetter), text: part, cue })
    said += part.length + 1
  }
}

function splitIntoWords(text: string): string[] {
  const parts: string[] = []
  /** Punctuation that no word came before. */
  let opening = ''
  for (const token of hasUnspaced(text) ? segment(text) : text.split(/\s+/u)) {
    if (!token) continue
    if (LETTER_OR_DIGIT.test(token)) {
      parts.push(opening + token)
      opening = ''
    } else if (parts.length > 0) {
      // As in French: punctuation with a space before it.
      parts[parts.length - 1] += hasUnspaced(parts.at(-1)!) ? token : ` ${token}`
    } else {
      opening += `${token} `
    }
  }
  if (opening && parts.length === 0) parts.push(opening.trim())
  return parts
}

let segmenter: Intl.Segmenter | undefined

function segment(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const tokens: string[] = []
  for (const run of text.split(/\s+/u)) {
    if (!hasUnspaced(run)) tokens.push(run)
    else for (const { segment: token } of segmenter.segment(run)) tokens.push(token)
  }
  return tokens
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** The words from one to another, as they are read. */
export function textOfWords(words: readonly TranscriptWord[], { first, last }: WordHit): string {
  return joinWords(words.slice(first, last + 1).map(({ text }) => text))
}

/** Words as a search compares them, in one text, with a space before and after each. */
interface WordIndex {
  text: string
  /** Where in the text each word begins, ascending. A word without letters begins where the next one does. */
  starts: Uint32Array
}

/** Indexes of words that were searched: a search as one types makes them once. */
const indexes = new WeakMap<readonly TranscriptWord[], WordIndex>()

/**
 * Where a phrase is said, in order, no hit within another. Accents, case and punctuation are ignored. The last word may be the beginning of
 * one, unless `wholeWords`.
 */
export function findWords(
  words: readonly TranscriptWord[],
  query: string,
  { wholeWords = false }: { wholeWords?: boolean } = {},
): WordHit[] {
  const phrase = foldText(query)
  if (phrase === '') return []
  let index = indexes.get(words)
  if (!index) {
    index = indexWords(words)
    indexes.set(words, index)
  }
  const unspacedStart = startsUnspaced(phrase)
  const sought = `${unspacedStart ? '' : ' '}${phrase}${wholeWords && !endsUnspaced(phrase) ? ' ' : ''}`
  const hits: WordHit[] = []
  let at = index.text.indexOf(sought)
  while (at >= 0) {
    const begin = unspacedStart ? at : at + 1
    const end = begin + phrase.length
    hits.push({ first: wordAt(index.starts, begin), last: wordAt(index.starts, end - 1) })
    at = index.text.indexOf(sought, end)
  }
  return hits
}

function indexWords(words: readonly TranscriptWord[]): WordIndex {
  const starts = new Uint32Array(words.length)
  const pieces: string[] = []
  let length = 0
  let unspacedEnd = false
  /** People say the same words over and over. */
  const known = new Map<string, string>()
  for (const [position, { text }] of words.entries()) {
    const folded = known.get(text) ?? foldText(text)
    known.set(text, folded)
    if (folded === '') {
      starts[position] = length + 1
      continue
    }
    const piece = unspacedEnd && startsUnspaced(folded) ? folded : ` ${folded}`
    starts[position] = length + piece.length - folded.length
    pieces.push(piece)
    length += piece.length
    unspacedEnd = endsUnspaced(folded)
  }
  return { text: `${pieces.join('')} `, starts }
}

/** The last word that begins at this place or before it. */
const wordAt = (starts: Uint32Array, place: number): number =>
  Math.max(0, firstWhere(starts.length, (index) => starts[index]! > place) - 1)

const PLAIN = /^[a-z0-9]+$/
/** Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel marks of Arabic. Vowels of Indic scripts are marks too, and stay. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]+/gu
const APOSTROPHES = /['\u2018\u2019\u02bc\u02b9`\u00b4]/gu
const IN_NUMBERS = /(?<=\d)[.,](?=\d)/gu
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu
/** Letters with accents that Unicode does not take apart. */
const NOT_TAKEN_APART: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const THESE_LETTERS = /[øłđðħæœς]/gu

/** A text as a search compares it: its letters and digits, with single spaces between words. */
function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  // By way of upper case: it makes two letters of the sharp s, and one of the dotted and the dotless i.
  const letters = text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(THESE_LETTERS, (letter) => NOT_TAKEN_APART[letter]!)
    .replace(APOSTROPHES, '')
    .replace(IN_NUMBERS, '')
    .replace(NO_LETTERS, ' ')
    .trim()
  return hasUnspaced(letters) ? betweenScripts(letters) : letters
}
