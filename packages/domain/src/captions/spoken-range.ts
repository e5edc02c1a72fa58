import { roundToMillisecond, type TimeRange } from '../ranges/time-range.ts'
import { firstWhere } from './first-where.ts'
import type { TranscriptWord, WordHit } from './transcript-words.ts'

/** How loud a video is: so many peaks a second, on any scale that begins at 0; NaN where nobody knows. */
export interface Loudness {
  peaks: ArrayLike<number>
  peaksPerSecond: number
}

/** An end moves out by no more than this to find silence. */
const SILENCE_REACH_SECONDS = 0.25
/** How far an end moves out if no silence is known: times of captions are about as exact. */
const BREATH_SECONDS = 0.06
/** Shorter is the closure of a consonant, in the middle of a word. */
const SHORTEST_SILENCE_SECONDS = 0.06
/** Silence is quieter than this share of the speech beside it. */
const SILENT_SHARE = 0.12
/** How much of the speech beside an end says how loud it is. */
const SPEECH_SECONDS = 1

/**
 * The range of a video in which these words are said. Each end moves out to the nearest silence within 250 ms, by 60 ms where
 * none is known, and never inward. In seconds, to the millisecond, inside the video.
 */
export function outToSilence(said: TimeRange, loudness: Loudness | null, durationSeconds: number): TimeRange {
  const startTime = said.startTime - silenceBeside(said, -1, loudness)
  const endTime = said.endTime + silenceBeside(said, 1, loudness)
  return {
    // Rounding must not bring an end back into its word.
    startTime: Math.max(0, Math.floor(startTime * 1000 + 1e-6) / 1000),
    endTime: Math.min(roundToMillisecond(durationSeconds), Math.ceil(endTime * 1000 - 1e-6) / 1000),
  }
}

/** How far outside of an end silence is, in seconds: of the start for -1, of the end for 1. */
function silenceBeside({ startTime, endTime }: TimeRange, outward: -1 | 1, loudness: Loudness | null): number {
  if (!loudness) return BREATH_SECONDS
  const { peaks, peaksPerSecond } = loudness
  const at = (outward === -1 ? startTime : endTime) * peaksPerSecond
  const speech = Math.min(endTime - startTime, SPEECH_SECONDS) * peaksPerSecond
  const [from, to] = outward === -1 ? [at, at + speech] : [at - speech, at]
  const limit = SILENT_SHARE * loudest(peaks, from, to)
  const isSilent = (peak: number): boolean => peaks[peak]! <= limit
  const least = Math.max(1, Math.round(SHORTEST_SILENCE_SECONDS * peaksPerSecond))
  // The peak that the time just outside belongs to.
  const first = outward === -1 ? Math.ceil(at - 1e-6) - 1 : Math.floor(at + 1e-6)
  for (let peak = first, lasts = 0; ; peak += outward) {
    lasts = isSilent(peak) ? lasts + 1 : 0
    const begin = peak - outward * Math.max(0, lasts - 1)
    const distance = outward * (begin + 0.5 - outward * 0.5 - at)
    if (distance > SILENCE_REACH_SECONDS * peaksPerSecond || Number.isNaN(peaks[peak] ?? Number.NaN)) {
      return BREATH_SECONDS
    }
    // Into the middle of the peak that is silent: where in a peak the sound ends, nobody knows.
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

/** The words that are said in a range, as far as more than half of each lies in it; null where none is. Words are in the order of their start. */
export function wordsWithin(words: readonly TranscriptWord[], { startTime, endTime }: TimeRange): WordHit | null {
  const middle = (word: TranscriptWord): number => (word.startTime + word.endTime) / 2
  // Captions may overlap: the middles of neighbours may be in another order than their starts, so the bounds are looked over.
  let first = firstWordFrom(words, startTime)
  while (first > 0 && words[first - 1]!.endTime > startTime && middle(words[first - 1]!) >= startTime) first--
  while (first < words.length && middle(words[first]!) < startTime) first++
  let last = firstWordFrom(words, endTime) - 1
  while (last >= first && middle(words[last]!) >= endTime) last--
  return first <= last ? { first, last } : null
}

/** The index of the first word that begins at this time or later; their number where none does. */
export function firstWordFrom(words: readonly TranscriptWord[], seconds: number): number {
  return firstWhere(words.length, (index) => words[index]!.startTime >= seconds)
}
