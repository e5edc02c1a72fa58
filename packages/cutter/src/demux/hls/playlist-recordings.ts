import type { PlaylistTable, TableSegment } from './playlist-layout.ts'

/** Segments of a playlist that go by one clock and are made alike. */
export interface Recording {
  segments: TableSegment[]
  /** The number of its first segment in the playlist. */
  firstPlace: number
  /** When it begins by the playlist: after all the segments before it. */
  startSeconds: number
  endSeconds: number
  map: number | null
}

/** The recordings that a playlist joins, in their order: one, usually. Those in which nothing can be seen are left out. */
export function recordingsOf({ segments }: PlaylistTable): Recording[] {
  const recordings: Recording[] = []
  let number: number | null = null
  let at = 0
  for (const [place, segment] of segments.entries()) {
    let current = recordings.at(-1)
    if (!current || segment.recording !== number) {
      current = { segments: [], firstPlace: place, startSeconds: at, endSeconds: at, map: segment.map }
      recordings.push(current)
      number = segment.recording
    }
    current.segments.push(segment)
    at += segment.durationSeconds
    current.endSeconds = at
  }
  const seen = recordings.filter(
    ({ segments: own, startSeconds, endSeconds }) => endSeconds > startSeconds && own.some(({ isGap }) => !isGap),
  )
  return seen
}

/** The longest one is what the media is about; the others are put in. */
export function longestOf(recordings: readonly Recording[]): number {
  const lengths = recordings.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)
  return lengths.indexOf(Math.max(...lengths))
}
