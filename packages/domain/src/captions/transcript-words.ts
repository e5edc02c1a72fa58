import { firstWhere } from './first-where.ts'
import type { Cue, Transcript } from './transcript.ts'
import { endsUnspaced, hasUnspaced, joinWords, normalizeSpaces, startsUnspaced } from './unspaced-scripts.ts'

/** A spoken word, in seconds of the video. */
export interface TranscriptWord {
  startTime: number
  endTime: number
  /** Text with punctuation. */
  text: string
  /** The index of its cue. */
  cue: number
}

/** Position of a phrase: indexes of its first and last word. */
export interface WordHit {
  first: number
  last: number
}

/** Limits for a word whose end is unknown, so that a pause after it is not part of it. */
const MAX_WORD_SECONDS = 1
const MAX_LETTER_SECONDS = 0.1

const LETTER_OR_DIGIT_PATTERN = /[\p{L}\p{N}]/u

/** All words of a transcript, in order. A cue without word times shares its time among words by their length. */
export function wordsOf(transcript: Transcript): TranscriptWord[] {
  const words: TranscriptWord[] = []
  for (const [index, cue] of transcript.cues.entries()) addWordsOfCue(words, cue, index)
  return words
}

function addWordsOfCue(words: TranscriptWord[], cue: Cue, index: number): void {
  const timedWords = cue.words ?? []
  if (timedWords.length === 0) {
    addWordsOfText(words, cue.text, cue.startTime, cue.endTime, index)
    return
  }
  let from = cue.startTime
  for (const [position, { startTime, text }] of timedWords.entries()) {
    from = clamp(from, startTime, cue.endTime)
    const nextStart = timedWords[position + 1]?.startTime ?? cue.endTime
    const latestEnd = from + MAX_WORD_SECONDS + text.length * MAX_LETTER_SECONDS
    addWordsOfText(words, text, from, clamp(from, nextStart, Math.min(cue.endTime, latestEnd)), index)
  }
}

/** Adds the words of a text. Each gets a share of the time by its number of letters. */
function addWordsOfText(words: TranscriptWord[], text: string, startTime: number, endTime: number, cue: number): void {
  const parts = splitIntoWords(text)
  if (parts.length === 1) {
    words.push({ startTime, endTime, text: parts[0]!, cue })
    return
  }
  const letters = parts.reduce((sum, part) => sum + part.length + 1, -1)
  const secondsPerLetter = (endTime - startTime) / letters
  let lettersBefore = 0
  for (const part of parts) {
    const from = startTime + lettersBefore * secondsPerLetter
    words.push({ startTime: from, endTime: Math.min(endTime, from + part.length * secondsPerLetter), text: part, cue })
    lettersBefore += part.length + 1
  }
}

function splitIntoWords(text: string): string[] {
  const parts: string[] = []
  /** Punctuation before the first word. */
  let openingPunctuation = ''
  for (const token of hasUnspaced(text) ? segmentText(text) : text.split(/\s+/u)) {
    if (!token) continue
    if (LETTER_OR_DIGIT_PATTERN.test(token)) {
      parts.push(openingPunctuation + token)
      openingPunctuation = ''
    } else if (parts.length > 0) {
      // Punctuation after a space, as in French, belongs to the word before it.
      parts[parts.length - 1] += hasUnspaced(parts.at(-1)!) ? token : ` ${token}`
    } else {
      openingPunctuation += `${token} `
    }
  }
  if (openingPunctuation && parts.length === 0) parts.push(openingPunctuation.trim())
  return parts
}

let segmenter: Intl.Segmenter | undefined

function segmentText(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const tokens: string[] = []
  for (const run of text.split(/\s+/u)) {
    if (!hasUnspaced(run)) tokens.push(run)
    else for (const { segment: token } of segmenter.segment(run)) tokens.push(token)
  }
  return tokens
}

function clamp(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}

/** The text from the first to the last word, both inclusive. */
export function textOfWords(words: readonly TranscriptWord[], { first, last }: WordHit): string {
  return joinWords(words.slice(first, last + 1).map(({ text }) => text))
}

/** All words in one normalized text for searching, separated by spaces. */
interface WordIndex {
  text: string
  /** Offset of each word in the text, ascending. A word without letters has the offset of the next one. */
  starts: Uint32Array
}

/** Cached indexes: a search-as-you-type query indexes the words once. */
const cachedIndexes = new WeakMap<readonly TranscriptWord[], WordIndex>()

/**
 * Positions of a phrase, in order and without overlap. Accents, case and punctuation are ignored. The last word of
 * the query may be a prefix, unless `wholeWords`.
 */
export function findWords(
  words: readonly TranscriptWord[],
  query: string,
  { wholeWords = false }: { wholeWords?: boolean } = {},
): WordHit[] {
  const phrase = foldText(query)
  if (phrase === '') return []
  let index = cachedIndexes.get(words)
  if (!index) {
    index = indexWords(words)
    cachedIndexes.set(words, index)
  }
  const isUnspaced = startsUnspaced(phrase)
  const pattern = `${isUnspaced ? '' : ' '}${phrase}${wholeWords && !endsUnspaced(phrase) ? ' ' : ''}`
  const wordHits: WordHit[] = []
  let matchIndex = index.text.indexOf(pattern)
  while (matchIndex >= 0) {
    const begin = isUnspaced ? matchIndex : matchIndex + 1
    const end = begin + phrase.length
    wordHits.push({ first: wordAt(index.starts, begin), last: wordAt(index.starts, end - 1) })
    matchIndex = index.text.indexOf(pattern, end)
  }
  return wordHits
}

function indexWords(words: readonly TranscriptWord[]): WordIndex {
  const starts = new Uint32Array(words.length)
  const pieces: string[] = []
  let length = 0
  let isEndUnspaced = false
  /** Folded texts by word: transcripts repeat the same words often. */
  const foldedTexts = new Map<string, string>()
  for (const [position, { text }] of words.entries()) {
    const foldedText = foldedTexts.get(text) ?? foldText(text)
    foldedTexts.set(text, foldedText)
    if (foldedText === '') {
      starts[position] = length + 1
      continue
    }
    const piece = isEndUnspaced && startsUnspaced(foldedText) ? foldedText : ` ${foldedText}`
    starts[position] = length + piece.length - foldedText.length
    pieces.push(piece)
    length += piece.length
    isEndUnspaced = endsUnspaced(foldedText)
  }
  return { text: `${pieces.join('')} `, starts }
}

/** Index of the last word that begins at or before an offset. */
const wordAt = (starts: Uint32Array, offset: number): number =>
  Math.max(0, firstWhere(starts.length, (index) => starts[index]! > offset) - 1)

const PLAIN_WORD_PATTERN = /^[a-z0-9]+$/
/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel marks. Without vowel signs of Indic scripts. */
const ACCENT_PATTERN = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]+/gu
const APOSTROPHE_PATTERN = /['\u2018\u2019\u02bc\u02b9`\u00b4]/gu
const NUMBER_SEPARATORS_PATTERN = /(?<=\d)[.,](?=\d)/gu
const OTHER_CHARACTERS_PATTERN = /[^\p{L}\p{N}\p{M}]+/gu
/** Letters that Unicode normalization does not decompose. */
const REPLACED_LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const UNDECOMPOSED_LETTER_PATTERN = /[øłđðħæœς]/gu

/** Normalizes a text for comparison: only letters and digits, with single spaces between words. */
function foldText(text: string): string {
  const lowerCaseText = text.toLowerCase()
  if (PLAIN_WORD_PATTERN.test(lowerCaseText)) return lowerCaseText
  // Upper case first: it turns the sharp s into two letters, and the dotted and dotless i into the same one.
  const letters = text
    .normalize('NFKD')
    .replace(ACCENT_PATTERN, '')
    .toUpperCase()
    .toLowerCase()
    .replace(UNDECOMPOSED_LETTER_PATTERN, (letter) => REPLACED_LETTERS[letter]!)
    .replace(APOSTROPHE_PATTERN, '')
    .replace(NUMBER_SEPARATORS_PATTERN, '')
    .replace(OTHER_CHARACTERS_PATTERN, ' ')
    .trim()
  return hasUnspaced(letters) ? normalizeSpaces(letters) : letters
}
