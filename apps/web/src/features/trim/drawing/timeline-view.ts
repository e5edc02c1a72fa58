import type { TimeRange } from '@kerf/domain/ranges/time-range'

/** The part of the video that the timeline shows, in seconds. */
export interface View {
  fromSeconds: number
  toSeconds: number
}

/** View and its size on screen. `padPx` stay free at both ends, so that handles there can be pressed. */
export interface TimelineLayout {
  view: View
  widthPx: number
  padPx: number
}

/** Longer videos open zoomed in and have an overview above the timeline. */
export const LONG_VIDEO_SECONDS = 300
const OPENING_WINDOW_SECONDS = 60
const MIN_VIEW_SECONDS = 2
/** Length of the view when zoomed to the range, as a multiple of the range. */
const VIEW_TO_RANGE_RATIO = 2.4
/** Distance from an edge of the timeline within which a drag scrolls. */
const EDGE_PX = 48

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

export const viewSeconds = (view: View): number => view.toSeconds - view.fromSeconds

export const pixelsPerSecond = ({ widthPx, padPx, view }: TimelineLayout): number =>
  (widthPx - 2 * padPx) / viewSeconds(view)

export function secondsToX(seconds: number, { view, widthPx, padPx }: TimelineLayout): number {
  return padPx + ((seconds - view.fromSeconds) / viewSeconds(view)) * (widthPx - 2 * padPx)
}

export function xToSeconds(x: number, { view, widthPx, padPx }: TimelineLayout): number {
  return view.fromSeconds + ((x - padPx) / Math.max(1, widthPx - 2 * padPx)) * viewSeconds(view)
}

/** View of this length around a time, limited to the video. */
export function viewAround(middleSeconds: number, lengthSeconds: number, durationSeconds: number): View {
  const shortest = Math.min(MIN_VIEW_SECONDS, durationSeconds)
  const length = clamp(lengthSeconds, shortest, durationSeconds)
  const from = clamp(middleSeconds - length / 2, 0, durationSeconds - length)
  return { fromSeconds: from, toSeconds: from + length }
}

export const wholeView = (durationSeconds: number): View => ({ fromSeconds: 0, toSeconds: durationSeconds })

export const isWhole = (view: View, durationSeconds: number): boolean => viewSeconds(view) >= durationSeconds - 0.001

export function rangeView(range: TimeRange, durationSeconds: number): View {
  const length = range.endTime - range.startTime
  return viewAround((range.startTime + range.endTime) / 2, length * VIEW_TO_RANGE_RATIO, durationSeconds)
}

/** View with its length multiplied by a factor. `aroundSeconds` stays where it is on screen. */
export function zoomedView(view: View, factor: number, aroundSeconds: number, durationSeconds: number): View {
  const length = viewSeconds(view)
  const target = clamp(length * factor, Math.min(MIN_VIEW_SECONDS, durationSeconds), durationSeconds)
  const share = clamp((aroundSeconds - view.fromSeconds) / length, 0, 1)
  return viewAround(aroundSeconds - share * target + target / 2, target, durationSeconds)
}

export function pannedView(view: View, bySeconds: number, durationSeconds: number): View {
  const middle = (view.fromSeconds + view.toSeconds) / 2
  return viewAround(middle + bySeconds, viewSeconds(view), durationSeconds)
}

/** The same view when the time is in it, else one of the same length that shows it. */
export function viewShowing(view: View, seconds: number, durationSeconds: number): View {
  const inView = seconds >= view.fromSeconds && seconds <= view.toSeconds
  return inView ? view : viewAround(seconds, viewSeconds(view), durationSeconds)
}

/** First view of a result: the requested range, else the whole of a short video or the first minute of a long one. */
export function openingView(range: TimeRange, durationSeconds: number): View {
  const hasRequestedRange = range.startTime > 0.001 || range.endTime < durationSeconds - 0.001
  if (hasRequestedRange) return rangeView(range, durationSeconds)
  if (durationSeconds < LONG_VIDEO_SECONDS) return wholeView(durationSeconds)
  return { fromSeconds: 0, toSeconds: OPENING_WINDOW_SECONDS }
}

/** Speed at which a drag at `x` scrolls the view, from -1 to 1; 0 away from the edges. */
export function edgePull(x: number, widthPx: number): number {
  if (x < EDGE_PX) return -clamp((EDGE_PX - x) / EDGE_PX, 0, 1)
  if (x > widthPx - EDGE_PX) return clamp((x - (widthPx - EDGE_PX)) / EDGE_PX, 0, 1)
  return 0
}
