import { brokenMedia } from '../../api/cutter-error.ts'
import type { MediaSegment } from '../../api/segment-source.ts'
import { firstWhere } from '../../io/first-where.ts'

/** Times in a playlist are rounded: within half a frame, a time still means the border of segments. */
const ROUNDED_BY_SECONDS = 0.02
/** The first packets of segments are shown in the order of the segments. */
const MOST_OVERLAP_SECONDS = 0.1
const MOST_AHEAD = 8

export type SegmentTimes = ReturnType<typeof segmentTimes>

/**
 * When the segments of a recording are shown: by what the playlist says of their lengths, and, where one was read, by what
 * is in it. Places are numbers of segments, counted from the beginning of the playlist.
 */
export function segmentTimes({ segments, firstPlace }: Recording) {
  let durationSeconds = 0
  const starts = segments.map(({ duration }) => {
    durationSeconds += duration
    return durationSeconds - duration
  })
  const endPlace = firstPlace + segments.length
  /** The places of segments that were read, ascending, and when they begin by the recording's own clock. */
  const read: { place: number; seconds: number }[] = []

  /** The index of the last segment read at or before a place; -1 when there is none. */
  const lastReadAt = (place: number): number => firstWhere(read.length, (index) => read[index]!.place > place) - 1

  /** How long after the recording's beginning the playlist has a segment begin. */
  const claimedStart = (place: number): number => starts[place - firstPlace]!

  /** By the recording's own clock. */
  function startOf(place: number): number {
    const near = read[Math.max(0, lastReadAt(place))]
    return claimedStart(place) + (near ? near.seconds - claimedStart(near.place) : 0)
  }

  return {
    durationSeconds,
    firstPlace,
    endPlace,
    claimedStart,
    startOf,
    /** Whether anything read so far shows the clock's offset. */
    isClockKnown: (): boolean => read.length > 0,
    /** Tells when a segment really begins: lists are off by a second and more, and it adds up. */
    learn(place: number, seconds: number): void {
      const before = lastReadAt(place)
      if (read[before]?.place === place) return
      const isLate = before >= 0 && read[before]!.seconds > seconds + MOST_OVERLAP_SECONDS
      const next = read[before + 1]
      if (isLate || (next && seconds > next.seconds + MOST_OVERLAP_SECONDS)) {
        throw brokenMedia('The segments of the playlist do not stand in the order of their times.')
      }
      read.splice(before + 1, 0, { place, seconds })
    },
    placeBefore(seconds: number): number {
      const isLater = (index: number) => startOf(firstPlace + 1 + index) > seconds + ROUNDED_BY_SECONDS
      return firstPlace + firstWhere(endPlace - firstPlace - 1, isLater)
    },
    /** Places around some whose times tell whether the segments stand in order. */
    beside: (first: number, last: number): number[] =>
      [first - 1, last + 1].filter((place) => place >= firstPlace && place < endPlace),
    ahead(place: number, untilSeconds: number): number[] {
      const places: number[] = []
      const until = untilSeconds - ROUNDED_BY_SECONDS
      for (let next = place + 1; next < endPlace && startOf(next) < until && places.length < MOST_AHEAD; next++) {
        places.push(next)
      }
      return places
    },
  }
}

/** Segments of a playlist with one clock and the same encoding. */
export interface Recording {
  segments: readonly MediaSegment[]
  firstPlace: number
  /** That of the first one that is there. */
  firstSeen: number
  /** When it begins by the playlist: after all the segments before it. */
  startTime: number
  endTime: number
  initSection: number | null
}

/** The recordings that a playlist joins, in their order: one, usually. Those in which nothing can be seen are left out. */
export function recordingsOf(segments: readonly MediaSegment[]): Recording[] {
  const recordings: (Recording & { segments: MediaSegment[]; number: number })[] = []
  let at = 0
  for (const [place, segment] of segments.entries()) {
    const { recording: number, initSection, duration, isGap } = segment
    let current = recordings.at(-1)
    if (current?.number !== number) {
      const times = { startTime: at, endTime: at }
      current = { segments: [], number, firstPlace: place, firstSeen: -1, ...times, initSection }
      recordings.push(current)
    }
    current.segments.push(segment)
    if (!isGap && current.firstSeen < 0) current.firstSeen = place
    at += duration
    current.endTime = at
  }
  return recordings.filter(({ startTime, endTime, firstSeen }) => firstSeen >= 0 && endTime > startTime)
}
