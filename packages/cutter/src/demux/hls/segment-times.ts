import { brokenMedia } from '../../api/cutter-error.ts'
import type { MediaSegment } from '../../api/segment-source.ts'
import { firstWhere } from '../../io/first-where.ts'

/** Largest rounding error of a timestamp in a playlist: about half a frame. */
const ROUNDED_BY_SECONDS = 0.02
/** Most seconds by which a segment may begin before the first packet of the previous one. */
const MOST_OVERLAP_SECONDS = 0.1
const MOST_AHEAD = 8

export type SegmentTimes = ReturnType<typeof segmentTimes>

/**
 * Estimates the timestamps of segments, from their durations in the playlist and from the packets of segments that were
 * read. Places are numbers of segments, counted from the beginning of the playlist.
 */
export function segmentTimes({ segments, firstPlace }: Recording) {
  let durationSeconds = 0
  const starts = segments.map(({ duration }) => {
    durationSeconds += duration
    return durationSeconds - duration
  })
  const endPlace = firstPlace + segments.length
  /** Places of segments that were read, ascending, and their first timestamps on the recording's own clock. */
  const knownStarts: { place: number; seconds: number }[] = []

  /** Index in `knownStarts` of the last segment at or before a place; -1 if there is none. */
  const lastKnownAt = (place: number): number =>
    firstWhere(knownStarts.length, (index) => knownStarts[index]!.place > place) - 1

  /** Start of a segment in seconds after the beginning of the recording, by the playlist. */
  const claimedStart = (place: number): number => starts[place - firstPlace]!

  /** Estimated start of a segment on the recording's own clock. */
  function startOf(place: number): number {
    const nearest = knownStarts[Math.max(0, lastKnownAt(place))]
    return claimedStart(place) + (nearest ? nearest.seconds - claimedStart(nearest.place) : 0)
  }

  return {
    durationSeconds,
    firstPlace,
    endPlace,
    claimedStart,
    startOf,
    /** Whether a segment was read, so that the offset of the clock is known. */
    isClockKnown: (): boolean => knownStarts.length > 0,
    /**
     * Stores the real start of a segment, because playlists may be wrong by more than a second, and errors add up.
     * @throws CutterError broken_media if the order of segments differs from the order of their timestamps
     */
    learn(place: number, seconds: number): void {
      const index = lastKnownAt(place)
      if (knownStarts[index]?.place === place) return
      const isLate = index >= 0 && knownStarts[index]!.seconds > seconds + MOST_OVERLAP_SECONDS
      const next = knownStarts[index + 1]
      if (isLate || (next && seconds > next.seconds + MOST_OVERLAP_SECONDS)) {
        throw brokenMedia('The segments of the playlist do not stand in the order of their times.')
      }
      knownStarts.splice(index + 1, 0, { place, seconds })
    },
    placeBefore(seconds: number): number {
      const isLater = (index: number) => startOf(firstPlace + 1 + index) > seconds + ROUNDED_BY_SECONDS
      return firstPlace + firstWhere(endPlace - firstPlace - 1, isLater)
    },
    /** The places before and after a range of places. Their timestamps show whether the segments are in order. */
    beside: (first: number, last: number): number[] =>
      [first - 1, last + 1].filter((place) => place >= firstPlace && place < endPlace),
    ahead(place: number, untilSeconds: number): number[] {
      const places: number[] = []
      const end = untilSeconds - ROUNDED_BY_SECONDS
      for (let next = place + 1; next < endPlace && startOf(next) < end && places.length < MOST_AHEAD; next++) {
        places.push(next)
      }
      return places
    },
  }
}

/** Consecutive segments of a playlist with one clock and the same codecs. */
export interface Recording {
  segments: readonly MediaSegment[]
  firstPlace: number
  /** Place of the first segment that is no gap. */
  firstAvailable: number
  /** Sum of the durations of all earlier segments in the playlist. */
  startTime: number
  endTime: number
  initSection: number | null
}

/** The recordings that a playlist joins, usually one. Recordings without data or duration are left out. */
export function recordingsOf(segments: readonly MediaSegment[]): Recording[] {
  const recordings: (Recording & { segments: MediaSegment[]; number: number })[] = []
  let at = 0
  for (const [place, segment] of segments.entries()) {
    const { recording: number, initSection, duration, isGap } = segment
    let current = recordings.at(-1)
    if (current?.number !== number) {
      const times = { startTime: at, endTime: at }
      current = { segments: [], number, firstPlace: place, firstAvailable: -1, ...times, initSection }
      recordings.push(current)
    }
    current.segments.push(segment)
    if (!isGap && current.firstAvailable < 0) current.firstAvailable = place
    at += duration
    current.endTime = at
  }
  return recordings.filter(({ startTime, endTime, firstAvailable }) => firstAvailable >= 0 && endTime > startTime)
}
