import {
  MIN_DRAG_SECONDS,
  MIN_TRIM_SECONDS,
  moveEnd,
  roundToMillisecond,
  type TimeRange,
} from '@kerf/domain/ranges/time-range'

/** A hand is not as steady as this. */
const SLACK_SECONDS = 0.1

export type End = 'start' | 'end'
/** Dragging and clicking leave five seconds; typing, nudging and keys go down to one. */
export type MovedBy = 'drag' | 'click' | 'key' | 'nudge' | 'typed'

/** Whether a hand has come as near to the other end as it may, and wants nearer. */
export function isStoppedShort(range: TimeRange, end: End, wantedSeconds: number): boolean {
  const length = range.endTime - range.startTime
  const beyond = end === 'start' ? wantedSeconds - range.startTime : range.endTime - wantedSeconds
  return length <= MIN_DRAG_SECONDS && beyond > SLACK_SECONDS
}

/**
 * Moves one end of the range. A range that was typed shorter than a drag would leave keeps its length under a drag. A start that
 * is typed after the end takes the end along, as far as the video goes.
 */
export function moveTrimEnd(
  range: TimeRange,
  end: End,
  toSeconds: number,
  durationSeconds: number,
  by: MovedBy,
): TimeRange {
  const byHand = by === 'drag' || by === 'click'
  const length = range.endTime - range.startTime
  if (by === 'typed' && end === 'start' && toSeconds >= range.endTime) {
    const endTime = roundToMillisecond(Math.min(durationSeconds, toSeconds + length))
    return moveEnd({ ...range, endTime }, end, toSeconds, durationSeconds, MIN_TRIM_SECONDS)
  }
  const shortest = byHand ? Math.min(MIN_DRAG_SECONDS, Math.max(MIN_TRIM_SECONDS, length)) : MIN_TRIM_SECONDS
  return moveEnd(range, end, toSeconds, durationSeconds, shortest)
}
