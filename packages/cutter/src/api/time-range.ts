/** Start and end in seconds on the media's timeline; the end itself is excluded. */
export interface TimeRange {
  startTime: number
  endTime: number
}
