import { roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { isSameRange } from '../trim-panel/same-range.ts'

/** How long ranges are together, in seconds. */
export const secondsOf = (ranges: readonly TimeRange[]): number =>
  roundToMillisecond(ranges.reduce((sum, range) => sum + range.endTime - range.startTime, 0))

/** The same ranges in the same order: what makes two clips equal. */
export function areSameRanges(some: readonly TimeRange[], others: readonly TimeRange[]): boolean {
  return (
    some.length === others.length &&
    some.every((range, place) => {
      const other = others[place]
      return other !== undefined && isSameRange(range, other)
    })
  )
}
