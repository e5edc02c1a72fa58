/** A part of a video, in seconds from its first frame. Ranges from `decideTrim` are exact to the millisecond. */
export interface TimeRange {
  startTime: number
  endTime: number
}

/** Maximum number of ranges of one clip. */
export const MAX_CLIP_RANGES = 20

/** Longest video that is processed, in seconds. */
export const MAX_VIDEO_SECONDS = 7 * 24 * 3600
/** Shortest clip, in seconds. */
export const MIN_TRIM_SECONDS = 1
/** Shortest range after dragging or clicking, in seconds, so that two thumbs on a phone cannot collapse it. */
export const MIN_DRAG_SECONDS = 5

export const rangesSeconds = (ranges: readonly TimeRange[]): number =>
  roundToMillisecond(ranges.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0))

/** The smallest range that contains all of these ranges. */
export const hullOf = (ranges: readonly TimeRange[]): TimeRange => ({
  startTime: Math.min(...ranges.map(({ startTime }) => startTime)),
  endTime: Math.max(...ranges.map(({ endTime }) => endTime)),
})

export const roundToMillisecond = (seconds: number): number => Math.round(seconds * 1000) / 1000

export const isSameRange = (a: TimeRange, b: TimeRange): boolean =>
  roundToMillisecond(a.startTime) === roundToMillisecond(b.startTime) &&
  roundToMillisecond(a.endTime) === roundToMillisecond(b.endTime)

/** Whether the ranges are equal and in the same order, as in equal clips. */
export const areSameRanges = (a: readonly TimeRange[], b: readonly TimeRange[]): boolean =>
  a.length === b.length && a.every((range, index) => isSameRange(range, b[index]!))

export type TrimDecision =
  | { allowed: true; range: TimeRange }
  | { allowed: false; reason: 'not_a_time' | 'outside_video' | 'end_before_start' | 'too_short' }

/** Checks a range: 0 <= start < end <= duration, at least one second long, rounded to the millisecond. */
export function decideTrim(startTime: number, endTime: number, durationSeconds: number): TrimDecision {
  if (!Number.isFinite(startTime) || !Number.isFinite(endTime)) return { allowed: false, reason: 'not_a_time' }
  const start = roundToMillisecond(startTime)
  const end = roundToMillisecond(endTime)
  if (start < 0 || end > roundToMillisecond(durationSeconds)) return { allowed: false, reason: 'outside_video' }
  if (end <= start) return { allowed: false, reason: 'end_before_start' }
  // A video shorter than a second can be taken as a whole.
  const shortestSeconds = Math.min(MIN_TRIM_SECONDS, roundToMillisecond(durationSeconds))
  if (roundToMillisecond(end - start) < shortestSeconds) return { allowed: false, reason: 'too_short' }
  return { allowed: true, range: { startTime: start, endTime: end } }
}

/** First range of a new video: the range of its link if it is valid, else the whole video. */
export function openingRange(
  durationSeconds: number,
  linkRange: { startTime?: number | undefined; endTime?: number | undefined },
): TimeRange {
  const wholeVideo = { startTime: 0, endTime: roundToMillisecond(durationSeconds) }
  const decision = decideTrim(
    linkRange.startTime ?? 0,
    Math.min(linkRange.endTime ?? durationSeconds, durationSeconds),
    durationSeconds,
  )
  return decision.allowed ? decision.range : wholeVideo
}

/** Lengths in seconds that are offered of the end of a live stream. A new one opens with the first. */
export const LIVE_LENGTHS = [30, 120, 600] as const

/** The end of a video, of this length or the video's own. */
export const lastRange = (durationSeconds: number, lengthSeconds: number): TimeRange => {
  const endTime = roundToMillisecond(durationSeconds)
  return { startTime: roundToMillisecond(Math.max(0, endTime - lengthSeconds)), endTime }
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Moves one end. It stays inside the video and at least `minSeconds` away from the other end. */
export function moveEnd(
  range: TimeRange,
  movedEnd: 'start' | 'end',
  toSeconds: number,
  durationSeconds: number,
  minSeconds: number,
): TimeRange {
  const shortestSeconds = Math.min(minSeconds, durationSeconds)
  if (movedEnd === 'start')
    return {
      ...range,
      startTime: roundToMillisecond(clamp(toSeconds, 0, Math.max(0, range.endTime - shortestSeconds))),
    }
  return {
    ...range,
    endTime: roundToMillisecond(
      clamp(toSeconds, Math.min(durationSeconds, range.startTime + shortestSeconds), durationSeconds),
    ),
  }
}

/** The end that a click on the timeline moves: the nearer one, and the start in the middle. */
export function nearerEnd(range: TimeRange, atSeconds: number): 'start' | 'end' {
  return Math.abs(atSeconds - range.startTime) <= Math.abs(atSeconds - range.endTime) ? 'start' : 'end'
}
