import type { Loudness } from '@kerf/domain/captions/spoken-range'
import type { End } from '../timeline/move-trim-end.ts'

/** Shorter is a pause between two sounds of a word. */
const SHORTEST_SECONDS = 0.16
/** Silence is quieter than this share of the loudest within so many seconds on both sides. */
const SILENT_SHARE = 0.12
const BESIDE_SECONDS = 2
/** A clip keeps this much of the silence. */
const KEPT_SECONDS = 0.1

/**
 * The time of the nearest silence, in seconds: for a start just before sound comes, for an end just after it has gone. null where
 * none is within reach, or the audio there is not known.
 */
export function nearestSilence(loudness: Loudness, end: End, seconds: number, reachSeconds: number): number | null {
  const { peaks, peaksPerSecond } = loudness
  // Silence that the handle lies in may begin or end out of reach: what is looked at is wider.
  const margin = (reachSeconds + SHORTEST_SECONDS + KEPT_SECONDS) * peaksPerSecond
  const from = Math.min(peaks.length, Math.max(0, Math.floor(seconds * peaksPerSecond - margin)))
  const to = Math.min(peaks.length, Math.ceil(seconds * peaksPerSecond + margin))
  const limits = loudestAround(peaks, from, to, Math.round(BESIDE_SECONDS * peaksPerSecond))
  const least = Math.max(2, Math.round(SHORTEST_SECONDS * peaksPerSecond))
  let found: number | null = null
  let begin = from
  for (let peak = from; peak <= to; peak++) {
    if (peak < to && peaks[peak]! <= SILENT_SHARE * limits[peak - from]!) continue
    const lasts = peak - begin
    const isWhole = end === 'start' ? peak < to || to === peaks.length : begin > from || from === 0
    if (lasts >= least && isWhole) {
      const kept = Math.min(KEPT_SECONDS, lasts / peaksPerSecond / 2)
      const point = end === 'start' ? peak / peaksPerSecond - kept : begin / peaksPerSecond + kept
      const isNearer = Math.abs(point - seconds) <= Math.min(reachSeconds, Math.abs((found ?? Infinity) - seconds))
      if (isNearer) found = point
    }
    begin = peak + 1
  }
  return found
}

/** For each peak the loudest of those around it; what is not known is quiet. */
function loudestAround(peaks: ArrayLike<number>, from: number, to: number, beside: number): Float32Array {
  const loudest = new Float32Array(to - from)
  /** Indexes whose peaks fall: the first is the loudest of the window. */
  const falling: number[] = []
  let head = 0
  let next = Math.max(0, from - beside)
  for (let peak = from; peak < to; peak++) {
    for (; next < Math.min(peaks.length, peak + beside + 1); next++) {
      const value = peaks[next]! || 0
      while (falling.length > head && (peaks[falling.at(-1)!]! || 0) <= value) falling.pop()
      falling.push(next)
    }
    while (falling[head]! < peak - beside) head++
    loudest[peak - from] = peaks[falling[head]!]! || 0
  }
  return loudest
}
