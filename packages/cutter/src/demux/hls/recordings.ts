import type { MediaSegment } from '../../api/segment-source.ts'

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
