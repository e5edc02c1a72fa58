import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'

/** When a track begins by its own clock, in seconds; null for none, and for an empty one. */
export async function startOf(track: IndexedTrack | null | undefined, options: ReadOptions): Promise<number | null> {
  const first = await track?.firstPts(options)
  return first == null ? null : first / track!.timescale
}

/**
 * Audio that begins so much before the first frame only primes the decoder, or was pushed ahead by as much as the
 * frames are reordered; containers without an edit list cannot say so.
 */
const LONGEST_PRIMING_SECONDS = 0.1

/**
 * Where a file's timeline begins: what people call 0:00 is the first frame, unless audio precedes it for long.
 * A negative start is none: it is priming that an edit list hides.
 * @param videoStart when the first frame is shown by the file's own clock, in seconds; null without frames
 * @param audioStart when the first audio packet is decoded; null without audio
 */
export function findTimeOrigin(videoStart: number | null, audioStart: number | null): number {
  if (videoStart === null || audioStart === null) return Math.max(0, videoStart ?? audioStart ?? 0)
  const isPriming = audioStart < videoStart && videoStart - audioStart < LONGEST_PRIMING_SECONDS
  return Math.max(0, isPriming ? videoStart : Math.min(videoStart, audioStart))
}
