/** Seconds on the media's timeline; the end does not belong to it. */
export interface TimeRange {
  startTime: number
  endTime: number
}
