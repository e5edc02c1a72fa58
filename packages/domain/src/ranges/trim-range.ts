/** A part of a video. Times are decimal seconds from the first frame, rounded to the millisecond. */
export interface TrimRange {
  startSeconds: number
  endSeconds: number
}

/** Longer videos are not taken: no real one is, and sums of milliseconds stay small. */
export const MAX_VIDEO_SECONDS = 7 * 24 * 3600
/** The shortest clip there is: what typed times and the server accept. */
export const MIN_TRIM_SECONDS = 1
/** The shortest range that dragging and clicking leave, so that two thumbs on a phone cannot collapse it. */
export const MIN_DRAG_SECONDS = 5

export const roundToMillisecond = (seconds: number): number => Math.round(seconds * 1000) / 1000

export type TrimDecision =
  | { allowed: true; range: TrimRange }
  | { allowed: false; reason: 'not_a_time' | 'outside_video' | 'end_before_start' | 'too_short' }

/** The rule for PUT trim: 0 <= start < end <= duration, at least a second, to the millisecond. */
export function decideTrim(startSeconds: number, endSeconds: number, durationSeconds: number): TrimDecision {
  if (!Number.isFinite(startSeconds) || !Number.isFinite(endSeconds)) return { allowed: false, reason: 'not_a_time' }
  const start = roundToMillisecond(startSeconds)
  const end = roundToMillisecond(endSeconds)
  if (start < 0 || end > roundToMillisecond(durationSeconds)) return { allowed: false, reason: 'outside_video' }
  if (end <= start) return { allowed: false, reason: 'end_before_start' }
  // A video shorter than a second can still be taken whole.
  const shortest = Math.min(MIN_TRIM_SECONDS, roundToMillisecond(durationSeconds))
  if (roundToMillisecond(end - start) < shortest) return { allowed: false, reason: 'too_short' }
  return { allowed: true, range: { startSeconds: start, endSeconds: end } }
}

/** The range that a fresh video opens with: what its link asked for as far as that makes sense, else all of it. */
export function openingRange(
  durationSeconds: number,
  asked: { startSeconds?: number | undefined; endSeconds?: number | undefined },
): TrimRange {
  const whole = { startSeconds: 0, endSeconds: roundToMillisecond(durationSeconds) }
  const decision = decideTrim(
    asked.startSeconds ?? 0,
    Math.min(asked.endSeconds ?? durationSeconds, durationSeconds),
    durationSeconds,
  )
  return decision.allowed ? decision.range : whole
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Moves one end, keeping it inside the video and `shortestSeconds` away from the other end, which stays where it is. */
export function moveEnd(
  range: TrimRange,
  which: 'start' | 'end',
  toSeconds: number,
  durationSeconds: number,
  shortestSeconds: number,
): TrimRange {
  const shortest = Math.min(shortestSeconds, durationSeconds)
  if (which === 'start')
    return { ...range, startSeconds: roundToMillisecond(clamp(toSeconds, 0, Math.max(0, range.endSeconds - shortest))) }
  return {
    ...range,
    endSeconds: roundToMillisecond(
      clamp(toSeconds, Math.min(durationSeconds, range.startSeconds + shortest), durationSeconds),
    ),
  }
}

/** The end that a click on the timeline means: the nearer one. In the middle it is the start. */
export function nearerEnd(range: TrimRange, atSeconds: number): 'start' | 'end' {
  return Math.abs(atSeconds - range.startSeconds) <= Math.abs(atSeconds - range.endSeconds) ? 'start' : 'end'
}
