import { stampedAudioAt } from './stamped-audio.ts'

/**
 * Timing of the stamped speech: a sentence of six words every three seconds, with silence between sentences. Word `w`
 * of sentence `s` lasts from `wordStart(s, w)` for `wordSeconds`. Words follow each other without a pause.
 */
export const SPEECH = { sentenceSeconds: 3, firstWordSeconds: 0.2, wordSeconds: 0.4, words: 6 } as const

/** Start of a word, in seconds of the video. */
export const wordStart = (sentence: number, word: number): number =>
  Math.round((sentence * SPEECH.sentenceSeconds + SPEECH.firstWordSeconds + word * SPEECH.wordSeconds) * 1000) / 1000

/** Offset of dubbed audio in seconds: its stamps encode the video's time plus this. */
export const DUB_AHEAD_SECONDS = 1000

export function spokenAudioAt(sampleIndex: number, sampleRate: number, aheadSeconds: number): number {
  const sentenceTime = (sampleIndex / sampleRate) % SPEECH.sentenceSeconds
  const isSaid = sentenceTime >= wordStart(0, 0) && sentenceTime < wordStart(0, SPEECH.words)
  return isSaid ? stampedAudioAt(sampleIndex + aheadSeconds * sampleRate, sampleRate) : 0
}
