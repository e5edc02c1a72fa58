import type { TimeRange } from './time-range.ts'

/** How much of a clip is played at each of its ends. */
export const EDGE_SECONDS = 2
/** A shorter range is played as a whole. */
const LEAST_SECONDS_FOR_EDGES = 5

/** The first and the last seconds of a range; the range itself where it is short. */
export function edgesOf({ startTime, endTime }: TimeRange): TimeRange[] {
  if (endTime - startTime < LEAST_SECONDS_FOR_EDGES) return [{ startTime, endTime }]
  return [
    { startTime, endTime: startTime + EDGE_SECONDS },
    { startTime: endTime - EDGE_SECONDS, endTime },
  ]
}
