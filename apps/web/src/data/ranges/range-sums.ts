import { roundToMillisecond, type TrimRange } from '@kerf/domain/trim-range'

/** How long ranges are together, in seconds. */
export const secondsOf = (ranges: readonly TrimRange[]): number =>
  roundToMillisecond(ranges.reduce((sum, range) => sum + range.endSeconds - range.startSeconds, 0))

/** The same ranges in the same order: what makes two clips equal. */
export function areSameRanges(some: readonly TrimRange[], others: readonly TrimRange[]): boolean {
  return (
    some.length === others.length &&
    some.every((range, place) => {
      const other = others[place]
      return other !== undefined && isSameRange(range, other)
    })
  )
}

export function isSameRange(one: TrimRange, other: TrimRange): boolean {
  return (
    roundToMillisecond(one.startSeconds) === roundToMillisecond(other.startSeconds) &&
    roundToMillisecond(one.endSeconds) === roundToMillisecond(other.endSeconds)
  )
}
