import { parseTimecode } from '@kerf/domain/timecode'
import { MIN_TRIM_SECONDS, roundToMillisecond, type TrimRange } from '@kerf/domain/trim-range'
import type { AskedTimes } from './asked-address.ts'

/**
 * The range that an address asks for, as far as the video allows: `12.5`, `1:02` and `1:02:03.5` are times, those outside the
 * video come to its ends, and nonsense is as good as nothing. null when nothing is asked for.
 */
export function askedRange(asked: AskedTimes, durationSeconds: number): TrimRange | null {
  const start = readTime(asked.start)
  const end = readTime(asked.end)
  if (start === null && end === null) return null
  const whole = roundToMillisecond(durationSeconds)
  const shortest = Math.min(MIN_TRIM_SECONDS, whole)
  const startSeconds = roundToMillisecond(Math.min(start ?? 0, whole - shortest))
  // An end that is not after the start is no end.
  const wantedEnd = end === null || end <= (start ?? 0) ? whole : end
  return {
    startSeconds,
    endSeconds: roundToMillisecond(Math.min(whole, Math.max(wantedEnd, startSeconds + shortest))),
  }
}

const readTime = (text: string | null): number | null => (text === null ? null : parseTimecode(text))
