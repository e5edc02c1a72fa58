import type { RawCue } from './cue-text.ts'
import type { Cue, CueWord } from './transcript.ts'
import { joinWords } from './unspaced-scripts.ts'

/** A repeated line is a rolling one only if most are: people do say things twice. */
const LEAST_REPEATS = 3
const LEAST_SHARE = 0.3
const NEXT_WITHIN_SECONDS = 0.1
/** Nobody rolls up more lines than a screen shows: cues of a stranger may have a hundred alike, to be compared with one another. */
const MOST_LINES_SHOWN = 8

/** In characters: two lines of subtitles. */
const LONGEST_SENTENCE = 84
const LONGEST_SENTENCE_SECONDS = 7
/** A pause that ends a sentence, and a shorter one that ends it once there is enough to read. */
const PAUSE_SECONDS = 1.5
const SHORT_PAUSE_SECONDS = 0.5
const ENOUGH_TO_READ = 24
const SHORTEST_SENTENCE = 12
const ENDS_SENTENCE = /[.?!\u2026\u3002\uff1f\uff01\u061f\u0964]["'\u201d\u2019\u00bb)\]]*$/u
/** `>>` and `-` at the beginning: somebody else speaks. */
const OTHER_SPEAKER = /^(>>|\u00bb|-\s)/u

/** Whether each cue repeats what the one before showed, and adds a line: captions that roll up as they are said. */
export function areRolling(cues: readonly RawCue[]): boolean {
  let repeats = 0
  for (const [index, cue] of cues.entries()) {
    const before = cues[index - 1]
    if (before && repeatedLines(before, cue) > 0) repeats += 1
  }
  return repeats >= LEAST_REPEATS && repeats >= (cues.length - 1) * LEAST_SHARE
}

/** How many lines at the beginning of a cue were shown by the one before, at its end. */
function repeatedLines(before: RawCue, cue: RawCue): number {
  if (cue.startTime > before.endTime + NEXT_WITHIN_SECONDS) return 0
  const old = textsOf(before)
  const lines = textsOf(cue)
  for (let count = Math.min(old.length, lines.length, MOST_LINES_SHOWN); count > 0; count -= 1)
    if (lines.slice(0, count).every((line, index) => line === old[old.length - count + index])) return count
  return 0
}

const textsOf = ({ lines }: RawCue): string[] => lines.map(({ text }) => text.trim()).filter((text) => text !== '')

/** Each line once, from when it appears until the next one does. */
export function withoutRepeats(cues: readonly RawCue[]): RawCue[] {
  const added: RawCue[] = []
  for (const [index, cue] of cues.entries()) {
    const before = cues[index - 1]
    const shown = cue.lines.filter(({ text }) => text.trim() !== '')
    const lines = shown.slice(before ? repeatedLines(before, cue) : 0)
    const last = added.at(-1)
    if (lines.length > 0) added.push({ ...cue, lines })
    // It only stays for longer.
    else if (last && shown.length > 0) last.endTime = Math.max(last.endTime, cue.endTime)
  }
  return added
}

/** One cue a sentence, of cues that give times of their words: they are said one after the other, and not together. */
export function toSentences(cues: readonly Cue[]): Cue[] {
  const sentences: Sentence[] = []
  let open: Sentence | null = null
  for (const [index, cue] of cues.entries()) {
    const end = Math.min(cue.endTime, cues[index + 1]?.startTime ?? Number.POSITIVE_INFINITY)
    for (const word of cue.words ?? [{ startTime: cue.startTime, text: cue.text.replaceAll('\n', ' ') }]) {
      if (!open || isOver(open, word)) {
        if (open) open.endTime = Math.min(open.endTime, word.startTime)
        open = { startTime: word.startTime, endTime: end, words: [], text: '' }
        sentences.push(open)
      }
      open.words.push(word)
      open.text = open.text === '' ? word.text : joinWords([open.text, word.text])
      open.endTime = end
    }
  }
  return sentences.filter(({ startTime, endTime }) => endTime > startTime)
}

interface Sentence extends Cue {
  words: CueWord[]
}

function isOver({ startTime, text, words }: Sentence, next: CueWord): boolean {
  if (ENDS_SENTENCE.test(text) && text.length >= SHORTEST_SENTENCE) return true
  if (OTHER_SPEAKER.test(next.text)) return true
  const last = words.at(-1)!
  const pause = next.startTime - last.startTime - last.text.length * SECONDS_A_LETTER
  if (pause > (text.length < ENOUGH_TO_READ ? PAUSE_SECONDS : SHORT_PAUSE_SECONDS)) return true
  return text.length + 1 + next.text.length > LONGEST_SENTENCE || next.startTime - startTime > LONGEST_SENTENCE_SECONDS
}

const SECONDS_A_LETTER = 0.07
