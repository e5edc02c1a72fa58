import { roundToMillisecond, type TimeRange } from '../ranges/time-range.ts'
import { firstWhere } from './first-where.ts'
import type { TranscriptWord, WordHit } from './transcript-words.ts'

/** Loudness of a video as peaks on any scale that begins at 0; NaN for an unknown peak. */
export interface Loudness {
  peaks: ArrayLike<number>
  peaksPerSecond: number
}

/** Most seconds by which an end moves out to reach silence. */
const SILENCE_REACH_SECONDS = 0.25
/** Seconds by which an end moves out if no silence is known. Times of captions are about as exact. */
const BREATH_SECONDS = 0.06
/** Shorter silences are consonants in the middle of a word. */
const SHORTEST_SILENCE_SECONDS = 0.06
/** A peak is silent if it is below this share of the loudest speech beside it. */
const SILENT_SHARE = 0.12
/** Seconds of speech beside an end that give its loudness. */
const SPEECH_SECONDS = 1

/**
 * The range in which words are spoken, widened. Each end moves out to the nearest silence within 250 ms, or by 60 ms
 * if no silence is known. In seconds, to the millisecond, inside the video.
 */
export function outToSilence(spokenRange: TimeRange, loudness: Loudness | null, durationSeconds: number): TimeRange {
  const startTime = spokenRange.startTime - silenceBeside(spokenRange, -1, loudness)
  const endTime = spokenRange.endTime + silenceBeside(spokenRange, 1, loudness)
  return {
    // Floor and ceil: rounding to nearest could move an end back into its word.
    startTime: Math.max(0, Math.floor(startTime * 1000 + 1e-6) / 1000),
    endTime: Math.min(roundToMillisecond(durationSeconds), Math.ceil(endTime * 1000 - 1e-6) / 1000),
  }
}

/** Seconds from an end outward to silence. @param outward -1 for the start, 1 for the end */
function silenceBeside({ startTime, endTime }: TimeRange, outward: -1 | 1, loudness: Loudness | null): number {
  if (!loudness) return BREATH_SECONDS
  const { peaks, peaksPerSecond } = loudness
  const at = (outward === -1 ? startTime : endTime) * peaksPerSecond
  const speech = Math.min(endTime - startTime, SPEECH_SECONDS) * peaksPerSecond
  const [from, to] = outward === -1 ? [at, at + speech] : [at - speech, at]
  const limit = SILENT_SHARE * loudest(peaks, from, to)
  const isSilent = (peak: number): boolean => peaks[peak]! <= limit
  const least = Math.max(1, Math.round(SHORTEST_SILENCE_SECONDS * peaksPerSecond))
  // Index of the first peak outside the range.
  const firstPeak = outward === -1 ? Math.ceil(at - 1e-6) - 1 : Math.floor(at + 1e-6)
  for (let peak = firstPeak, lasts = 0; ; peak += outward) {
    lasts = isSilent(peak) ? lasts + 1 : 0
    const begin = peak - outward * Math.max(0, lasts - 1)
    const distance = outward * (begin + 0.5 - outward * 0.5 - at)
    if (distance > SILENCE_REACH_SECONDS * peaksPerSecond || Number.isNaN(peaks[peak] ?? Number.NaN)) {
      return BREATH_SECONDS
    }
    // The end goes to the middle of the first silent peak: the exact end of the speech inside a peak is unknown.
    if (lasts >= least) {
      return Math.min(SILENCE_REACH_SECONDS, Math.max(0, outward * (begin + 0.5 - at)) / peaksPerSecond)
    }
  }
}

function loudest(peaks: ArrayLike<number>, from: number, to: number): number {
  let most = 0
  for (let peak = Math.max(0, Math.floor(from)); peak < Math.min(to, peaks.length); peak++) {
    if (peaks[peak]! > most) most = peaks[peak]!
  }
  return most
}

/**
 * The words whose middle lies in a range; null if there are none.
 * @param words in the order of their start
 */
export function wordsWithin(words: readonly TranscriptWord[], { startTime, endTime }: TimeRange): WordHit | null {
  const middle = (word: TranscriptWord): number => (word.startTime + word.endTime) / 2
  // Captions may overlap, so the order of middles may differ from the order of starts. The loops correct the bounds.
  let first = firstWordFrom(words, startTime)
  while (first > 0 && words[first - 1]!.endTime > startTime && middle(words[first - 1]!) >= startTime) first--
  while (first < words.length && middle(words[first]!) < startTime) first++
  let last = firstWordFrom(words, endTime) - 1
  while (last >= first && middle(words[last]!) >= endTime) last--
  return first <= last ? { first, last } : null
}

/** Index of the first word that begins at this time or later; the number of words if there is none. */
export function firstWordFrom(words: readonly TranscriptWord[], seconds: number): number {
  return firstWhere(words.length, (index) => words[index]!.startTime >= seconds)
}
