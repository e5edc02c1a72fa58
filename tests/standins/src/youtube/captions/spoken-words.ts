import { SPEECH, wordStart } from '@kerf/stamped-media/audio/speech'
import type { StandinCaptions } from '../videos.ts'

/** A spoken sentence, word by word. It contains its number in four digits, so that every sentence is different. */
export interface SpokenSentence {
  startSeconds: number
  endSeconds: number
  words: { startSeconds: number; text: string }[]
}

const ENGLISH_NUMBERS = 'zero one two three four five six seven eight nine'.split(' ')
const ARABIC_NUMBERS = 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة'.split(' ')
const SENTENCE_WORDS = {
  en: { digits: ENGLISH_NUMBERS, first: 'part', last: 'café' },
  ar: { digits: ARABIC_NUMBERS, first: 'الجزء', last: 'هُنا' },
}

/** The words of one sentence: `part zero zero four two café` for 42. */
export function wordsOfSentence(sentence: number, language: StandinCaptions['language']): string[] {
  const { digits, first, last } = SENTENCE_WORDS[language]
  const number = String(sentence).padStart(4, '0')
  return [first, ...[...number].map((digit) => digits[Number(digit)]!), last]
}

/** All sentences that are spoken to their end in a video of this length. */
export function spokenSentences(seconds: number, language: StandinCaptions['language']): SpokenSentence[] {
  const count = Math.floor((seconds - wordStart(0, SPEECH.words)) / SPEECH.sentenceSeconds) + 1
  return Array.from({ length: Math.max(0, count) }, (_, sentence) => ({
    startSeconds: wordStart(sentence, 0),
    endSeconds: wordStart(sentence, SPEECH.words),
    words: wordsOfSentence(sentence, language).map((text, word) => ({ startSeconds: wordStart(sentence, word), text })),
  }))
}
