import type { Waveform } from '@kerf/contract/video'
import { type SoundPiece, soundPieces } from '@kerf/domain/film'

/** Seconds of the video, as a caller says them. */
export interface AskedSound {
  from?: number | undefined
  to?: number | undefined
}

/** The pieces of sound that hold what is asked for, within the video; none where it is no part of the video, or too much of it. */
export function askedPieces({ from, to }: AskedSound, durationSeconds: number): SoundPiece[] {
  if (from === undefined || to === undefined || from >= durationSeconds) return []
  return soundPieces({ fromSeconds: from, toSeconds: Math.min(to, durationSeconds) })
    .filter(({ fromSeconds }) => fromSeconds < durationSeconds)
    .map(({ fromSeconds, toSeconds }) => ({ fromSeconds, toSeconds: Math.min(toSeconds, durationSeconds) }))
}

/** Pieces that follow each other, as one. */
export function joinedPieces(pieces: readonly Waveform[]): Waveform {
  const [first, ...more] = pieces
  if (!first) throw new Error('There is no piece to join.')
  return { ...first, peaks: [...first.peaks, ...more.flatMap(({ peaks }) => peaks)] }
}
