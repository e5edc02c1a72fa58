import type { TimeRange } from './time-range.ts'

/** Seconds that are played at each end of a clip. */
export const EDGE_SECONDS = 2
/** Seconds below which a range is played as a whole. */
const MIN_SECONDS_FOR_EDGES = 5

/** The first and last seconds of a range, or the whole range if it is short. */
export function edgesOf({ startTime, endTime }: TimeRange): TimeRange[] {
  if (endTime - startTime < MIN_SECONDS_FOR_EDGES) return [{ startTime, endTime }]
  return [
    { startTime, endTime: startTime + EDGE_SECONDS },
    { startTime: endTime - EDGE_SECONDS, endTime },
  ]
}
