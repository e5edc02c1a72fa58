import type { StandinCaptions } from '../videos.ts'
import { type SpokenSentence, spokenSentences } from './spoken-words.ts'

const milliseconds = (seconds: number): number => Math.round(seconds * 1000)

/** Captions in one of YouTube's formats, with its media type; null: the stand-in does not have this format. */
export function captionsFile(
  captions: StandinCaptions,
  seconds: number,
  form: string | null,
): { mediaType: string; text: string } | null {
  const sentences = spokenSentences(seconds, captions.language)
  if (form === 'json3') {
    const events = captions.isAutomatic ? rollingEvents(sentences, seconds) : sentences.map(eventOf)
    return {
      mediaType: 'application/json; charset=UTF-8',
      text: JSON.stringify({ wireMagic: 'pb3', pens: [{}], events }),
    }
  }
  if (form === 'vtt') {
    const cues = captions.isAutomatic ? rollingCues(sentences) : sentences.map(cueOf)
    const head = `WEBVTT\nKind: captions\nLanguage: ${captions.language}\n`
    return { mediaType: 'text/vtt; charset=UTF-8', text: [head, ...cues].join('\n') }
  }
  return null
}

const sentenceText = ({ words }: SpokenSentence): string => words.map(({ text }) => text).join(' ')

/** A sentence as people write captions: two lines, with a full stop. */
const captionLines = ({ words }: SpokenSentence): string => {
  const texts = words.map(({ text }) => text)
  return `${texts.slice(0, 3).join(' ')}\n${texts.slice(3).join(' ')}.`
}

function eventOf(sentence: SpokenSentence): object {
  const { startSeconds, endSeconds } = sentence
  const dDurationMs = milliseconds(endSeconds) - milliseconds(startSeconds)
  return { tStartMs: milliseconds(startSeconds), dDurationMs, segs: [{ utf8: captionLines(sentence) }] }
}

/** Events of automatic captions: each line moves up when the next one comes, and an event of its own begins a line. */
function rollingEvents(sentences: readonly SpokenSentence[], seconds: number): object[] {
  const windowEvent = { tStartMs: 0, dDurationMs: milliseconds(seconds), id: 1, wpWinPosId: 1, wsWinStyleId: 1 }
  const events = sentences.flatMap((sentence, index) => {
    const start = milliseconds(sentence.startSeconds)
    const nextSentence = sentences[index + 1]
    const segs = sentence.words.map(({ startSeconds, text }, word) => ({
      utf8: word === 0 ? text : ` ${text}`,
      ...(word === 0 ? {} : { tOffsetMs: milliseconds(startSeconds) - start }),
      acAsrConf: 0,
    }))
    const wordsEvent = { tStartMs: start, dDurationMs: 5000, wWinId: 1, segs }
    if (!nextSentence) return [wordsEvent]
    const newLineTime = milliseconds(nextSentence.startSeconds) - 10
    return [wordsEvent, { tStartMs: newLineTime, dDurationMs: 2010, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] }]
  })
  return [windowEvent, ...events]
}

function clockTime(seconds: number): string {
  const totalMilliseconds = milliseconds(seconds)
  const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const time = [totalMilliseconds / 3_600_000, (totalMilliseconds / 60_000) % 60, (totalMilliseconds / 1000) % 60]
    .map(twoDigits)
    .join(':')
  return `${time}.${String(totalMilliseconds % 1000).padStart(3, '0')}`
}

const cueOf = (sentence: SpokenSentence): string =>
  `${clockTime(sentence.startSeconds)} --> ${clockTime(sentence.endSeconds)}\n${captionLines(sentence)}\n`

/** Cues of automatic captions: each line comes with the times of its words while it is spoken, then without them. */
function rollingCues(sentences: readonly SpokenSentence[]): string[] {
  return sentences.flatMap((sentence, index) => {
    const previousSentence = sentences[index - 1]
    const end = (sentences[index + 1]?.startSeconds ?? sentence.endSeconds) - 0.01
    const timedWords = sentence.words.map(({ startSeconds, text }, word) =>
      word === 0 ? text : `<${clockTime(startSeconds)}><c> ${text}</c>`,
    )
    const settings = 'align:start position:0%'
    return [
      `${clockTime(sentence.startSeconds)} --> ${clockTime(end)} ${settings}\n${previousSentence ? sentenceText(previousSentence) : ' '}\n${timedWords.join('')}\n`,
      `${clockTime(end)} --> ${clockTime(end + 0.01)} ${settings}\n${sentenceText(sentence)}\n \n`,
    ]
  })
}
