import type { Waveform } from '@kerf/contract/video'
import { soundPieces } from '@kerf/domain/ranges/film'
import type { TimeRange } from '@kerf/domain/ranges/time-range'

/** Seconds of the video, as a caller says them. */
export interface AskedSound {
  from?: number | undefined
  to?: number | undefined
}

/** The pieces of sound that hold what is asked for, within the video; none where it is no part of the video, or too much of it. */
export function askedPieces({ from, to }: AskedSound, durationSeconds: number): TimeRange[] {
  if (from === undefined || to === undefined || from >= durationSeconds) return []
  return soundPieces({ startTime: from, endTime: Math.min(to, durationSeconds) })
    .filter(({ startTime }) => startTime < durationSeconds)
    .map(({ startTime, endTime }) => ({ startTime, endTime: Math.min(endTime, durationSeconds) }))
}

/** Pieces that follow each other, as one. */
export function joinedPieces(pieces: readonly Waveform[]): Waveform {
  const [first, ...more] = pieces
  if (!first) throw new Error('There is no piece to join.')
  return { ...first, peaks: [...first.peaks, ...more.flatMap(({ peaks }) => peaks)] }
}
