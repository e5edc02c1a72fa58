import type { Loudness } from '@kerf/domain/captions/spoken-range'
import type { End } from '../timeline/move-trim-end.ts'

/** Shortest silence. Anything shorter is a pause within a word. */
const MIN_SECONDS = 0.16
/** Peaks of a silence are below this share of the loudest peak nearby. */
const SILENT_SHARE = 0.12
/** The loudest peak is searched within this time on either side. */
const BESIDE_SECONDS = 2
/** Part of the silence that stays in the clip. */
const PADDING_SECONDS = 0.1

/**
 * Time of the nearest silence, in seconds: for a start just before the audio resumes, for an end just after it stops.
 * @returns null where no silence is within reach, or the loudness there is unknown
 */
export function nearestSilence(loudness: Loudness, end: End, seconds: number, reachSeconds: number): number | null {
  const { peaks, peaksPerSecond } = loudness
  // The searched range is wider than the reach, because a silence around the handle may begin or end out of reach.
  const margin = (reachSeconds + MIN_SECONDS + PADDING_SECONDS) * peaksPerSecond
  const from = Math.min(peaks.length, Math.max(0, Math.floor(seconds * peaksPerSecond - margin)))
  const to = Math.min(peaks.length, Math.ceil(seconds * peaksPerSecond + margin))
  const limits = loudestAround(peaks, from, to, Math.round(BESIDE_SECONDS * peaksPerSecond))
  const minPeaks = Math.max(2, Math.round(MIN_SECONDS * peaksPerSecond))
  let nearestPoint: number | null = null
  let silenceBegin = from
  for (let peak = from; peak <= to; peak++) {
    if (peak < to && peaks[peak]! <= SILENT_SHARE * limits[peak - from]!) continue
    const lengthPeaks = peak - silenceBegin
    const isWhole = end === 'start' ? peak < to || to === peaks.length : silenceBegin > from || from === 0
    if (lengthPeaks >= minPeaks && isWhole) {
      const paddingSeconds = Math.min(PADDING_SECONDS, lengthPeaks / peaksPerSecond / 2)
      const point =
        end === 'start' ? peak / peaksPerSecond - paddingSeconds : silenceBegin / peaksPerSecond + paddingSeconds
      const isNearer =
        Math.abs(point - seconds) <= Math.min(reachSeconds, Math.abs((nearestPoint ?? Infinity) - seconds))
      if (isNearer) nearestPoint = point
    }
    silenceBegin = peak + 1
  }
  return nearestPoint
}

/** For each peak the loudest peak around it. Unknown peaks count as silent. */
function loudestAround(peaks: ArrayLike<number>, from: number, to: number, beside: number): Float32Array {
  const loudest = new Float32Array(to - from)
  /** Indexes of descending peaks. The one at `head` is the loudest of the window. */
  const candidates: number[] = []
  let head = 0
  let nextPeak = Math.max(0, from - beside)
  for (let peak = from; peak < to; peak++) {
    for (; nextPeak < Math.min(peaks.length, peak + beside + 1); nextPeak++) {
      const value = peaks[nextPeak]! || 0
      while (candidates.length > head && (peaks[candidates.at(-1)!]! || 0) <= value) candidates.pop()
      candidates.push(nextPeak)
    }
    while (candidates[head]! < peak - beside) head++
    loudest[peak - from] = peaks[candidates[head]!]! || 0
  }
  return loudest
}
