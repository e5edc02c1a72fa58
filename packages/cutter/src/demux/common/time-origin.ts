import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { SharedTimeline } from '../../api/segment-source.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'

/** First timestamp of a track on its own clock, in seconds; null without a track or for an empty track. */
export async function trackStartSeconds(
  track: IndexedTrack | null | undefined,
  options: ReadOptions,
): Promise<number | null> {
  const firstTick = await track?.firstPts(options)
  return firstTick == null ? null : firstTick / track!.timescale
}

/**
 * Longest time by which audio before the first frame counts as decoder priming or as an effect of frame reordering.
 * Containers without an edit list do not say which it is.
 */
const MAX_PRIMING_SECONDS = 0.1

/**
 * The file's timestamp in seconds that becomes 0:00: the first frame, or the audio if it begins much earlier.
 * A negative timestamp becomes zero, because it is priming that an edit list hides.
 * @param videoStart timestamp of the first frame on the file's own clock, in seconds; null without frames
 * @param audioStart timestamp of the first audio packet, in seconds; null without audio
 */
export function findTimeOrigin(videoStart: number | null, audioStart: number | null): number {
  if (videoStart === null || audioStart === null) return Math.max(0, videoStart ?? audioStart ?? 0)
  const isPriming = audioStart < videoStart && videoStart - audioStart < MAX_PRIMING_SECONDS
  return Math.max(0, isPriming ? videoStart : Math.min(videoStart, audioStart))
}

/**
 * The time that becomes 0:00 on a shared timeline; without one, the part's own.
 * @param periodSeconds time after which the part's clock begins again; Infinity if it never does
 * @throws CutterError unsupported_media if the part begins at another time than its playlist says
 */
export function sharedOrigin(
  ownOrigin: number,
  timeline: SharedTimeline | undefined,
  periodSeconds = Number.POSITIVE_INFINITY,
): number {
  if (!timeline) return ownOrigin
  const { clockSeconds, startTime, toleranceSeconds } = timeline
  const errorSeconds = ownOrigin - clockSeconds - startTime
  const periods = Math.round(errorSeconds / periodSeconds)
  const wrapSeconds = periods === 0 ? 0 : periods * periodSeconds
  if (Math.abs(errorSeconds - wrapSeconds) <= toleranceSeconds) return clockSeconds + wrapSeconds
  throw unsupportedMedia('The segments of the stream begin at other times than its playlist says.')
}
