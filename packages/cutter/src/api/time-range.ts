/** Start and end in seconds on the media's timeline; the end itself is excluded. */
export interface TimeRange {
  startTime: number
  endTime: number
}

/**
 * Players display times in whole milliseconds, but timestamps of frames are fractions. A range time this close to a
 * frame's timestamp means that frame: half a millisecond, plus a rounding error.
 */
export const TYPED_TIME_TOLERANCE_SECONDS = 0.000501
