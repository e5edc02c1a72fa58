import { MIN_DRAG_SECONDS, MIN_TRIM_SECONDS, moveEnd, type TrimRange } from '@kerf/domain/trim-range'

export type End = 'start' | 'end'
/** Dragging and clicking leave five seconds; typing, nudging and keys go down to one. */
export type MovedBy = 'drag' | 'click' | 'key' | 'nudge' | 'typed'

/** Moves one end of the range. A range that was typed shorter than a drag would leave keeps its length under a drag. */
export function moveTrimEnd(
  range: TrimRange,
  end: End,
  toSeconds: number,
  durationSeconds: number,
  by: MovedBy,
): TrimRange {
  const byHand = by === 'drag' || by === 'click'
  const length = range.endSeconds - range.startSeconds
  const shortest = byHand ? Math.min(MIN_DRAG_SECONDS, Math.max(MIN_TRIM_SECONDS, length)) : MIN_TRIM_SECONDS
  return moveEnd(range, end, toSeconds, durationSeconds, shortest)
}
