/** A part of a video, in decimal seconds from its first frame. One that `decideTrim` allowed is exact to the millisecond. */
export interface TimeRange {
  startTime: number
  endTime: number
}

/** Ranges that one clip may join. */
export const MAX_CLIP_RANGES = 20

/** Longer videos are not taken: no real one is, and sums of milliseconds stay small. */
export const MAX_VIDEO_SECONDS = 7 * 24 * 3600
/** The shortest clip there is: what typed times and the server accept. */
export const MIN_TRIM_SECONDS = 1
/** The shortest range that dragging and clicking leave, so that two thumbs on a phone cannot collapse it. */
export const MIN_DRAG_SECONDS = 5

export const rangesSeconds = (ranges: readonly TimeRange[]): number =>
  roundToMillisecond(ranges.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0))

export const hullOf = (ranges: readonly TimeRange[]): TimeRange => ({
  startTime: Math.min(...ranges.map(({ startTime }) => startTime)),
  endTime: Math.max(...ranges.map(({ endTime }) => endTime)),
})

export const roundToMillisecond = (seconds: number): number => Math.round(seconds * 1000) / 1000

export const isSameRange = (one: TimeRange, other: TimeRange): boolean =>
  roundToMillisecond(one.startTime) === roundToMillisecond(other.startTime) &&
  roundToMillisecond(one.endTime) === roundToMillisecond(other.endTime)

/** The same ranges in the same order: what makes two clips equal. */
export const areSameRanges = (some: readonly TimeRange[], others: readonly TimeRange[]): boolean =>
  some.length === others.length && some.every((range, place) => isSameRange(range, others[place]!))

export type TrimDecision =
  | { allowed: true; range: TimeRange }
  | { allowed: false; reason: 'not_a_time' | 'outside_video' | 'end_before_start' | 'too_short' }

/** The rule for every range, saved or cut: 0 <= start < end <= duration, at least a second, to the millisecond. */
export function decideTrim(startTime: number, endTime: number, durationSeconds: number): TrimDecision {
  if (!Number.isFinite(startTime) || !Number.isFinite(endTime)) return { allowed: false, reason: 'not_a_time' }
  const start = roundToMillisecond(startTime)
  const end = roundToMillisecond(endTime)
  if (start < 0 || end > roundToMillisecond(durationSeconds)) return { allowed: false, reason: 'outside_video' }
  if (end <= start) return { allowed: false, reason: 'end_before_start' }
  // A video shorter than a second can still be taken whole.
  const shortest = Math.min(MIN_TRIM_SECONDS, roundToMillisecond(durationSeconds))
  if (roundToMillisecond(end - start) < shortest) return { allowed: false, reason: 'too_short' }
  return { allowed: true, range: { startTime: start, endTime: end } }
}

/** The range that a fresh video opens with: what its link asked for as far as that makes sense, else all of it. */
export function openingRange(
  durationSeconds: number,
  asked: { startTime?: number | undefined; endTime?: number | undefined },
): TimeRange {
  const whole = { startTime: 0, endTime: roundToMillisecond(durationSeconds) }
  const decision = decideTrim(
    asked.startTime ?? 0,
    Math.min(asked.endTime ?? durationSeconds, durationSeconds),
    durationSeconds,
  )
  return decision.allowed ? decision.range : whole
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Moves one end, keeping it inside the video and `shortestSeconds` away from the other end, which stays where it is. */
export function moveEnd(
  range: TimeRange,
  which: 'start' | 'end',
  toSeconds: number,
  durationSeconds: number,
  shortestSeconds: number,
): TimeRange {
  const shortest = Math.min(shortestSeconds, durationSeconds)
  if (which === 'start')
    return { ...range, startTime: roundToMillisecond(clamp(toSeconds, 0, Math.max(0, range.endTime - shortest))) }
  return {
    ...range,
    endTime: roundToMillisecond(
      clamp(toSeconds, Math.min(durationSeconds, range.startTime + shortest), durationSeconds),
    ),
  }
}

/** The end that a click on the timeline means: the nearer one. In the middle it is the start. */
export function nearerEnd(range: TimeRange, atSeconds: number): 'start' | 'end' {
  return Math.abs(atSeconds - range.startTime) <= Math.abs(atSeconds - range.endTime) ? 'start' : 'end'
}
