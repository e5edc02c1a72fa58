import {
  MIN_DRAG_SECONDS,
  MIN_TRIM_SECONDS,
  moveEnd,
  roundToMillisecond,
  type TimeRange,
} from '@kerf/domain/ranges/time-range'

/** A pointer this close to the limit does not count as stopped by it. */
const SLACK_SECONDS = 0.1

export type End = 'start' | 'end'
/** Kind of input. Drags and clicks leave at least five seconds of the range; the other kinds leave one second. */
export type MovedBy = 'drag' | 'click' | 'key' | 'nudge' | 'typed'

/** Whether the range has the shortest length for a drag, and the pointer is beyond that limit. */
export function isStoppedShort(range: TimeRange, end: End, pointerSeconds: number): boolean {
  const length = range.endTime - range.startTime
  const excessSeconds = end === 'start' ? pointerSeconds - range.startTime : range.endTime - pointerSeconds
  return length <= MIN_DRAG_SECONDS && excessSeconds > SLACK_SECONDS
}

/**
 * Moves one end of the range. A range that was typed shorter than drags allow keeps its length under a drag. A start
 * that is typed after the end moves the end along, within the video.
 */
export function moveTrimEnd(
  range: TimeRange,
  end: End,
  toSeconds: number,
  durationSeconds: number,
  by: MovedBy,
): TimeRange {
  const isByPointer = by === 'drag' || by === 'click'
  const length = range.endTime - range.startTime
  if (by === 'typed' && end === 'start' && toSeconds >= range.endTime) {
    const endTime = roundToMillisecond(Math.min(durationSeconds, toSeconds + length))
    return moveEnd({ ...range, endTime }, end, toSeconds, durationSeconds, MIN_TRIM_SECONDS)
  }
  const shortest = isByPointer ? Math.min(MIN_DRAG_SECONDS, Math.max(MIN_TRIM_SECONDS, length)) : MIN_TRIM_SECONDS
  return moveEnd(range, end, toSeconds, durationSeconds, shortest)
}
