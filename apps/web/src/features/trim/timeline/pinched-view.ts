import { type TimelineLayout, type View, viewAround, viewSeconds, xToSeconds } from '../drawing/timeline-view.ts'

/** Two fingers on the timeline. */
export interface Pinch {
  /** The times that they were put on. */
  seconds: readonly [number, number]
}

/** Fingers closer than this say nothing about a scale. */
const CLOSEST_PX = 24

export function beginPinch(x: readonly [number, number], layout: TimelineLayout): Pinch {
  const [left, right] = apart(x)
  return { seconds: [xToSeconds(left, layout), xToSeconds(right, layout)] }
}

/** The view in which both times are below their fingers again, as far as the video and the closest zoom allow. */
export function pinchedView(
  { seconds: [first, second] }: Pinch,
  x: readonly [number, number],
  layout: TimelineLayout,
  durationSeconds: number,
): View {
  const [left, right] = apart(x)
  const usable = Math.max(1, layout.widthPx - 2 * layout.padPx)
  const length = ((second - first) / (right - left)) * usable
  const view = viewAround(0, length, durationSeconds)
  const middleSeconds = (first + second) / 2
  const middleShare = ((left + right) / 2 - layout.padPx) / usable
  return viewAround(middleSeconds + (0.5 - middleShare) * viewSeconds(view), length, durationSeconds)
}

/** In order from left to right, and never closer than two fingertips. */
function apart([one, other]: readonly [number, number]): [number, number] {
  const middle = (one + other) / 2
  const half = Math.max(CLOSEST_PX, Math.abs(one - other)) / 2
  return [middle - half, middle + half]
}
