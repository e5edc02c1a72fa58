import { roundToMillisecond, type TimeRange } from '../ranges/time-range.ts'
import { firstWhere } from './first-where.ts'
import type { TranscriptWord, WordHit } from './transcript-words.ts'

/** Loudness of a video as peaks on any scale that begins at 0; NaN for an unknown peak. */
export interface Loudness {
  peaks: ArrayLike<number>
  peaksPerSecond: number
}

/** Maximum number of seconds by which an end moves out to reach silence. */
const SILENCE_REACH_SECONDS = 0.25
/** Seconds by which an end moves out if no silence is known. Times of captions are about as exact. */
const BREATH_SECONDS = 0.06
/** Shortest silence between words, in seconds. Shorter ones are consonants inside a word. */
const MIN_SILENCE_SECONDS = 0.06
/** Share of the loudest speech nearby, below which a peak is silent. */
const SILENT_SHARE = 0.12
/** Seconds of speech next to an end that are compared with the silence. */
const SPEECH_SECONDS = 1

/**
 * The range in which words are spoken, widened. Each end moves out to the nearest silence within 250 ms, or by 60 ms
 * if no silence is known. In seconds, to the millisecond, inside the video.
 */
export function widenToSilence(spokenRange: TimeRange, loudness: Loudness | null, durationSeconds: number): TimeRange {
  const startTime = spokenRange.startTime - secondsToSilence(spokenRange, -1, loudness)
  const endTime = spokenRange.endTime + secondsToSilence(spokenRange, 1, loudness)
  return {
    // Floor and ceil: rounding to nearest could move an end back into its word.
    startTime: Math.max(0, Math.floor(startTime * 1000 + 1e-6) / 1000),
    endTime: Math.min(roundToMillisecond(durationSeconds), Math.ceil(endTime * 1000 - 1e-6) / 1000),
  }
}

/** Seconds from an end outward to silence. @param outward -1 for the start, 1 for the end */
function secondsToSilence({ startTime, endTime }: TimeRange, outward: -1 | 1, loudness: Loudness | null): number {
  if (!loudness) return BREATH_SECONDS
  const { peaks, peaksPerSecond } = loudness
  const endInPeaks = (outward === -1 ? startTime : endTime) * peaksPerSecond
  const speechPeaks = Math.min(endTime - startTime, SPEECH_SECONDS) * peaksPerSecond
  const [from, to] = outward === -1 ? [endInPeaks, endInPeaks + speechPeaks] : [endInPeaks - speechPeaks, endInPeaks]
  const limit = SILENT_SHARE * loudestPeak(peaks, from, to)
  const isSilent = (peak: number): boolean => peaks[peak]! <= limit
  const minSilentPeaks = Math.max(1, Math.round(MIN_SILENCE_SECONDS * peaksPerSecond))
  // Index of the first peak outside the range.
  const firstPeak = outward === -1 ? Math.ceil(endInPeaks - 1e-6) - 1 : Math.floor(endInPeaks + 1e-6)
  for (let peak = firstPeak, silentPeaks = 0; ; peak += outward) {
    silentPeaks = isSilent(peak) ? silentPeaks + 1 : 0
    const silenceStart = peak - outward * Math.max(0, silentPeaks - 1)
    const distance = outward * (silenceStart + 0.5 - outward * 0.5 - endInPeaks)
    if (distance > SILENCE_REACH_SECONDS * peaksPerSecond || Number.isNaN(peaks[peak] ?? Number.NaN)) {
      return BREATH_SECONDS
    }
    // The end goes to the middle of the first silent peak: the exact end of the speech inside a peak is unknown.
    if (silentPeaks >= minSilentPeaks) {
      return Math.min(SILENCE_REACH_SECONDS, Math.max(0, outward * (silenceStart + 0.5 - endInPeaks)) / peaksPerSecond)
    }
  }
}

function loudestPeak(peaks: ArrayLike<number>, from: number, to: number): number {
  let highestPeak = 0
  for (let peak = Math.max(0, Math.floor(from)); peak < Math.min(to, peaks.length); peak++) {
    if (peaks[peak]! > highestPeak) highestPeak = peaks[peak]!
  }
  return highestPeak
}

/**
 * The words whose middle is in a range; null if there are none.
 * @param words in the order of their start
 */
export function wordsWithin(words: readonly TranscriptWord[], { startTime, endTime }: TimeRange): WordHit | null {
  const middleOf = (word: TranscriptWord): number => (word.startTime + word.endTime) / 2
  // Captions may overlap, so the order of middles may differ from the order of starts. The loops correct the bounds.
  let first = firstWordFrom(words, startTime)
  while (first > 0 && words[first - 1]!.endTime > startTime && middleOf(words[first - 1]!) >= startTime) first--
  while (first < words.length && middleOf(words[first]!) < startTime) first++
  let last = firstWordFrom(words, endTime) - 1
  while (last >= first && middleOf(words[last]!) >= endTime) last--
  return first <= last ? { first, last } : null
}

/** Index of the first word that begins at this time or later; the number of words if there is none. */
export function firstWordFrom(words: readonly TranscriptWord[], seconds: number): number {
  return firstWhere(words.length, (index) => words[index]!.startTime >= seconds)
}
