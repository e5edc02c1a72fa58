import { roundToMillisecond, type TrimRange } from '@kerf/domain/trim-range'

export function isSameRange(one: TrimRange, other: TrimRange): boolean {
  return (
    roundToMillisecond(one.startSeconds) === roundToMillisecond(other.startSeconds) &&
    roundToMillisecond(one.endSeconds) === roundToMillisecond(other.endSeconds)
  )
}
