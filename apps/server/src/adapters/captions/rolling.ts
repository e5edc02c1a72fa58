import type { RawCue } from '@kerf/domain/captions/cue-text'
import type { Cue, CueWord } from '@kerf/domain/captions/transcript'
import { joinWords } from '@kerf/domain/captions/unspaced-scripts'

/** Captions are rolling only if this many cues, and this share of them, repeat a line: people also say things twice. */
const MIN_REPEATS = 3
const MIN_REPEAT_SHARE = 0.3
const MAX_GAP_SECONDS = 0.1
/** Maximum number of lines that are compared between two cues. Untrusted cues may have hundreds of equal lines. */
const MAX_COMPARED_LINES = 8

/** Maximum number of characters of a sentence: two lines of subtitles. */
const MAX_SENTENCE_CHARACTERS = 84
const MAX_SENTENCE_SECONDS = 7
/** A pause that ends any sentence, and a shorter one that ends a sentence of `LONG_SENTENCE_CHARACTERS`. */
const PAUSE_SECONDS = 1.5
const SHORT_PAUSE_SECONDS = 0.5
const LONG_SENTENCE_CHARACTERS = 24
const MIN_SENTENCE_CHARACTERS = 12
const SENTENCE_END_PATTERN = /[.?!\u2026\u3002\uff1f\uff01\u061f\u0964]["'\u201d\u2019\u00bb)\]]*$/u
/** Marks of a new speaker: `>>` or `-` at the beginning. */
const NEW_SPEAKER_PATTERN = /^(>>|\u00bb|-\s)/u

/** Whether captions are rolling: many of their cues begin with lines of the previous cue. */
export function areRolling(cues: readonly RawCue[]): boolean {
  let repeats = 0
  for (const [index, cue] of cues.entries()) {
    const previous = cues[index - 1]
    if (previous && repeatedLines(previous, cue) > 0) repeats += 1
  }
  return repeats >= MIN_REPEATS && repeats >= (cues.length - 1) * MIN_REPEAT_SHARE
}

/** Number of lines at the beginning of a cue that the previous cue has at its end. */
function repeatedLines(previous: RawCue, cue: RawCue): number {
  if (cue.startTime > previous.endTime + MAX_GAP_SECONDS) return 0
  const previousLines = textsOf(previous)
  const lines = textsOf(cue)
  for (let count = Math.min(previousLines.length, lines.length, MAX_COMPARED_LINES); count > 0; count -= 1)
    if (lines.slice(0, count).every((line, index) => line === previousLines[previousLines.length - count + index]))
      return count
  return 0
}

const textsOf = ({ lines }: RawCue): string[] => lines.map(({ text }) => text.trim()).filter((text) => text !== '')

/** Returns the cues with each line only once, in the cue that shows it first. */
export function withoutRepeats(cues: readonly RawCue[]): RawCue[] {
  const result: RawCue[] = []
  for (const [index, cue] of cues.entries()) {
    const previous = cues[index - 1]
    const textLines = cue.lines.filter(({ text }) => text.trim() !== '')
    const lines = textLines.slice(previous ? repeatedLines(previous, cue) : 0)
    const lastCue = result.at(-1)
    if (lines.length > 0) result.push({ ...cue, lines })
    // The cue shows old lines only, so it extends the last one.
    else if (lastCue && textLines.length > 0) lastCue.endTime = Math.max(lastCue.endTime, cue.endTime)
  }
  return result
}

/** Turns cues with word times into one cue per sentence. */
export function toSentences(cues: readonly Cue[]): Cue[] {
  const sentences: Sentence[] = []
  let sentence: Sentence | null = null
  for (const [index, cue] of cues.entries()) {
    const end = Math.min(cue.endTime, cues[index + 1]?.startTime ?? Number.POSITIVE_INFINITY)
    for (const word of cue.words ?? [{ startTime: cue.startTime, text: cue.text.replaceAll('\n', ' ') }]) {
      if (!sentence || isSentenceOver(sentence, word)) {
        if (sentence) sentence.endTime = Math.min(sentence.endTime, word.startTime)
        sentence = { startTime: word.startTime, endTime: end, words: [], text: '' }
        sentences.push(sentence)
      }
      sentence.words.push(word)
      sentence.text = sentence.text === '' ? word.text : joinWords([sentence.text, word.text])
      sentence.endTime = end
    }
  }
  return sentences.filter(({ startTime, endTime }) => endTime > startTime)
}

interface Sentence extends Cue {
  words: CueWord[]
}

function isSentenceOver({ startTime, text, words }: Sentence, nextWord: CueWord): boolean {
  if (SENTENCE_END_PATTERN.test(text) && text.length >= MIN_SENTENCE_CHARACTERS) return true
  if (NEW_SPEAKER_PATTERN.test(nextWord.text)) return true
  const lastWord = words.at(-1)!
  const pause = nextWord.startTime - lastWord.startTime - lastWord.text.length * SECONDS_PER_LETTER
  if (pause > (text.length < LONG_SENTENCE_CHARACTERS ? PAUSE_SECONDS : SHORT_PAUSE_SECONDS)) return true
  return (
    text.length + 1 + nextWord.text.length > MAX_SENTENCE_CHARACTERS ||
    nextWord.startTime - startTime > MAX_SENTENCE_SECONDS
  )
}

const SECONDS_PER_LETTER = 0.07
