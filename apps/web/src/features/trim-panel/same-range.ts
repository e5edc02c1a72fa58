import { roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'

export function isSameRange(one: TimeRange, other: TimeRange): boolean {
  return (
    roundToMillisecond(one.startTime) === roundToMillisecond(other.startTime) &&
    roundToMillisecond(one.endTime) === roundToMillisecond(other.endTime)
  )
}
