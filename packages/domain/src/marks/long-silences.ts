import type { Loudness } from '../captions/spoken-range.ts'
import { roundToMillisecond, type TimeRange } from '../ranges/time-range.ts'

/** A peak is silent below this share of the loud peaks. */
const SILENT_SHARE = 0.08
/** Share of the peaks that are quieter than the loud ones. */
const LOUD_QUANTILE = 0.9
/** Part of a silence that stays at both of its ends, in seconds, so that no word loses its beginning or end. */
const PADDING_SECONDS = 0.15

/**
 * Silences of at least `minSeconds` in a range, shortened by a padding at each end. Peaks that are unknown (NaN) count
 * as loud. Empty if all of the range is silent.
 */
export function longSilences(
  { peaks, peaksPerSecond }: Loudness,
  { startTime, endTime }: TimeRange,
  minSeconds: number,
): TimeRange[] {
  const from = Math.max(0, Math.floor(startTime * peaksPerSecond))
  const to = Math.min(peaks.length, Math.ceil(endTime * peaksPerSecond))
  const limit = SILENT_SHARE * loudPeak(peaks, from, to)
  const silences: TimeRange[] = []
  let begin: number | null = null
  for (let peak = from; peak <= to; peak++) {
    const isSilent = peak < to && peaks[peak]! < limit
    if (isSilent) begin ??= peak
    if (isSilent || begin === null) continue
    if ((peak - begin) / peaksPerSecond >= minSeconds) {
      // A silence at an end of the range has nothing to keep beside it.
      const silenceStart = begin === from ? startTime : begin / peaksPerSecond + PADDING_SECONDS
      const silenceEnd =
        peak === to ? Math.min(endTime, peak / peaksPerSecond) : peak / peaksPerSecond - PADDING_SECONDS
      if (silenceEnd > silenceStart)
        silences.push({ startTime: roundToMillisecond(silenceStart), endTime: roundToMillisecond(silenceEnd) })
    }
    begin = null
  }
  return silences
}

function loudPeak(peaks: ArrayLike<number>, from: number, to: number): number {
  const knownValues: number[] = []
  for (let peak = from; peak < to; peak++) if (!Number.isNaN(peaks[peak]!)) knownValues.push(peaks[peak]!)
  knownValues.sort((a, b) => a - b)
  return knownValues[Math.floor(knownValues.length * LOUD_QUANTILE)] ?? 0
}
