import { brokenMedia } from '../../api/cutter-error.ts'
import type { MediaSegment, SegmentSource, SharedTimeline } from '../../api/segment-source.ts'
import { firstIndexWhere } from '../../io/first-where.ts'

/** Largest rounding error of a timestamp in a playlist: about half a frame. */
const MAX_ROUNDING_SECONDS = 0.02
/** Maximum time by which a segment may begin before the previous one, because their packets overlap. */
const MAX_OVERLAP_SECONDS = 0.1
const MAX_SEGMENTS_AHEAD = 8

export type SegmentTimes = ReturnType<typeof segmentTimes>

/**
 * Estimates the timestamps of segments, from their durations in the playlist and from the packets of segments that were
 * read. Positions are numbers of segments, counted from the beginning of the playlist.
 */
export function segmentTimes({ segments, firstPosition }: Recording) {
  let durationSeconds = 0
  const starts = segments.map(({ duration }) => {
    durationSeconds += duration
    return durationSeconds - duration
  })
  const endPosition = firstPosition + segments.length
  /** Positions of segments that were read, ascending, and their first timestamps on the recording's own clock. */
  const knownStarts: { position: number; seconds: number }[] = []

  /** Index in `knownStarts` of the last segment at or before a position; -1 if there is none. */
  const lastKnownAt = (position: number): number =>
    firstIndexWhere(knownStarts.length, (index) => knownStarts[index]!.position > position) - 1

  /** Start of a segment in seconds after the beginning of the recording, according to the playlist. */
  const claimedStart = (position: number): number => starts[position - firstPosition]!

  /** Estimated start of a segment on the recording's own clock. */
  function startSecondsOf(position: number): number {
    const nearest = knownStarts[Math.max(0, lastKnownAt(position))]
    return claimedStart(position) + (nearest ? nearest.seconds - claimedStart(nearest.position) : 0)
  }

  return {
    durationSeconds,
    firstPosition,
    endPosition,
    claimedStart,
    startSecondsOf,
    /** Whether a segment was read, so that the offset of the clock is known. */
    isClockKnown: (): boolean => knownStarts.length > 0,
    /**
     * Stores the real start of a segment, because playlists may be wrong by more than a second, and errors add up.
     * @throws CutterError broken_media if the order of segments differs from the order of their timestamps
     */
    learnStart(position: number, seconds: number): void {
      const index = lastKnownAt(position)
      if (knownStarts[index]?.position === position) return
      const isLate = index >= 0 && knownStarts[index]!.seconds > seconds + MAX_OVERLAP_SECONDS
      const next = knownStarts[index + 1]
      if (isLate || (next && seconds > next.seconds + MAX_OVERLAP_SECONDS)) {
        throw brokenMedia('The segments of the playlist do not stand in the order of their times.')
      }
      knownStarts.splice(index + 1, 0, { position, seconds })
    },
    positionBefore(seconds: number): number {
      const isLater = (index: number) => startSecondsOf(firstPosition + 1 + index) > seconds + MAX_ROUNDING_SECONDS
      return firstPosition + firstIndexWhere(endPosition - firstPosition - 1, isLater)
    },
    /** The positions before and after a range of segments. Their timestamps show whether the segments are in order. */
    positionsAround: (first: number, last: number): number[] =>
      [first - 1, last + 1].filter((position) => position >= firstPosition && position < endPosition),
    positionsAhead(position: number, untilSeconds: number): number[] {
      const positions: number[] = []
      const end = untilSeconds - MAX_ROUNDING_SECONDS
      for (
        let next = position + 1;
        next < endPosition && startSecondsOf(next) < end && positions.length < MAX_SEGMENTS_AHEAD;
        next++
      ) {
        positions.push(next)
      }
      return positions
    },
  }
}

/** Consecutive segments of a playlist with one clock and the same codecs. */
export interface Recording {
  segments: readonly MediaSegment[]
  firstPosition: number
  /** Position of the first segment that is not a gap (EXT-X-GAP). */
  firstAvailable: number
  /** Sum of the durations of all earlier segments in the playlist. */
  startTime: number
  endTime: number
  initSection: number | null
  /** The timeline that the recording shares with others; absent if it shares none. */
  timeline?: SharedTimeline | undefined
}

/**
 * The recordings that a playlist joins, usually one. Recordings without data or duration are left out. Only the first
 * one can have a shared timeline.
 */
export function recordingsOf({ segments, timeline }: Pick<SegmentSource, 'segments' | 'timeline'>): Recording[] {
  const recordings: (Recording & { segments: MediaSegment[]; number: number })[] = []
  let at = 0
  for (const [position, segment] of segments.entries()) {
    const { recording: number, initSection, duration, isGap } = segment
    let currentRecording = recordings.at(-1)
    if (currentRecording?.number !== number) {
      const times = { startTime: at, endTime: at }
      currentRecording = { segments: [], number, firstPosition: position, firstAvailable: -1, ...times, initSection }
      if (position === 0) currentRecording.timeline = timeline
      recordings.push(currentRecording)
    }
    currentRecording.segments.push(segment)
    if (!isGap && currentRecording.firstAvailable < 0) currentRecording.firstAvailable = position
    at += duration
    currentRecording.endTime = at
  }
  return recordings.filter(({ startTime, endTime, firstAvailable }) => firstAvailable >= 0 && endTime > startTime)
}
