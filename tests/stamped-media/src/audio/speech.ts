import { stampedAudioAt } from './stamped-audio.ts'

/**
 * Stamped audio as if somebody spoke: a sentence of six words every three seconds, with silence between sentences. Word `w` of sentence `s`
 * sounds from `wordStart(s, w)` for `wordSeconds`, without a pause before the next one.
 */
export const SPEECH = { sentenceSeconds: 3, firstWordSeconds: 0.2, wordSeconds: 0.4, words: 6 } as const

/** In seconds of the video. */
export const wordStart = (sentence: number, word: number): number =>
  Math.round((sentence * SPEECH.sentenceSeconds + SPEECH.firstWordSeconds + word * SPEECH.wordSeconds) * 1000) / 1000

/** How far ahead of its video the audio of a dubbed track is: what one hears of it tells its time plus this. */
export const DUB_AHEAD_SECONDS = 1000

export function spokenAudioAt(sampleIndex: number, sampleRate: number, aheadSeconds: number): number {
  const within = (sampleIndex / sampleRate) % SPEECH.sentenceSeconds
  const isSaid = within >= wordStart(0, 0) && within < wordStart(0, SPEECH.words)
  return isSaid ? stampedAudioAt(sampleIndex + aheadSeconds * sampleRate, sampleRate) : 0
}
