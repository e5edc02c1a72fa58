import { type RefObject, useEffect, useRef } from 'react'
import {
  pannedView,
  type TimelineLayout,
  type View,
  viewAround,
  viewSeconds,
  xToSeconds,
  zoomedView,
} from '../drawing/timeline-view.ts'

const ZOOM_PER_PIXEL = 0.004
/** Smallest distance between two fingers in the computation of the scale. */
const CLOSEST_PX = 24

/** Sideways scrolling moves the window; pinching on a trackpad or Ctrl with the wheel zooms around the pointer. */
export function useWheel(
  bed: RefObject<HTMLElement | null>,
  latest: RefObject<{ layout: TimelineLayout }>,
  durationSeconds: number,
  onViewChange: (view: View) => void,
): void {
  useEffect(() => {
    const element = bed.current
    if (!element) return
    function onWheel(event: WheelEvent): void {
      const { layout } = latest.current
      const zooming = event.ctrlKey || event.metaKey
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey
      const isWhole = viewSeconds(layout.view) >= durationSeconds
      // Other turns of the wheel scroll the page.
      if (!zooming && (!sideways || isWhole)) return
      event.preventDefault()
      if (zooming) {
        const x = event.clientX - (element?.getBoundingClientRect().left ?? 0)
        const factor = Math.exp(event.deltaY * ZOOM_PER_PIXEL)
        onViewChange(zoomedView(layout.view, factor, xToSeconds(x, layout), durationSeconds))
      } else {
        const pixels = event.deltaX || event.deltaY
        const seconds = (pixels / Math.max(1, layout.widthPx)) * viewSeconds(layout.view)
        onViewChange(pannedView(layout.view, seconds, durationSeconds))
      }
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [bed, latest, durationSeconds, onViewChange])
}

/**
 * Two fingers on the timeline zoom its window around them.
 * @returns ref that is true from the start of a pinch until the next touch, so that its fingers cause no drag or click
 */
export function usePinch(
  bed: RefObject<HTMLElement | null>,
  latest: RefObject<{ layout: TimelineLayout }>,
  durationSeconds: number,
  onViewChange: (view: View) => void,
): RefObject<boolean> {
  const isPinching = useRef(false)
  useEffect(() => {
    const element = bed.current
    if (!element) return
    const fingers = new Map<number, number>()
    let pinch: { start: Pinch; layout: TimelineLayout } | null = null
    const places = (): readonly [number, number] => {
      const left = element.getBoundingClientRect().left
      const [first = 0, second = 0] = [...fingers.values()]
      return [first - left, second - left]
    }
    function onDown(event: PointerEvent): void {
      if (fingers.size === 0) isPinching.current = false
      // A finger on a handle drags the handle and is no part of a pinch.
      const isCanvas = event.target === element || event.target instanceof HTMLCanvasElement
      if (event.pointerType !== 'touch' || !isCanvas) return
      fingers.set(event.pointerId, event.clientX)
      if (fingers.size !== 2) return
      const { layout } = latest.current
      pinch = { start: beginPinch(places(), layout), layout }
      isPinching.current = true
    }
    function onMove(event: PointerEvent): void {
      if (!fingers.has(event.pointerId)) return
      fingers.set(event.pointerId, event.clientX)
      if (pinch) onViewChange(pinchedView(pinch.start, places(), pinch.layout, durationSeconds))
    }
    function onUp(event: PointerEvent): void {
      fingers.delete(event.pointerId)
      if (fingers.size < 2) pinch = null
    }
    const controller = new AbortController()
    const { signal } = controller
    element.addEventListener('pointerdown', onDown, { signal })
    element.addEventListener('pointermove', onMove, { signal })
    element.addEventListener('pointerup', onUp, { signal })
    element.addEventListener('pointercancel', onUp, { signal })
    return () => controller.abort()
  }, [bed, latest, durationSeconds, onViewChange])
  return isPinching
}

/** Start of a pinch. */
interface Pinch {
  /** Times below the two fingers, ascending. */
  seconds: readonly [number, number]
}

export function beginPinch(x: readonly [number, number], layout: TimelineLayout): Pinch {
  const [left, right] = separateFingers(x)
  return { seconds: [xToSeconds(left, layout), xToSeconds(right, layout)] }
}

/** View in which both times of the pinch are below the fingers, within the limits of the video and of the zoom. */
export function pinchedView(
  { seconds: [first, second] }: Pinch,
  x: readonly [number, number],
  layout: TimelineLayout,
  durationSeconds: number,
): View {
  const [left, right] = separateFingers(x)
  const usable = Math.max(1, layout.widthPx - 2 * layout.padPx)
  const length = ((second - first) / (right - left)) * usable
  const view = viewAround(0, length, durationSeconds)
  const middleSeconds = (first + second) / 2
  const middleShare = ((left + right) / 2 - layout.padPx) / usable
  return viewAround(middleSeconds + (0.5 - middleShare) * viewSeconds(view), length, durationSeconds)
}

/** Positions of two fingers from left to right, at least `CLOSEST_PX` apart. */
function separateFingers([first, second]: readonly [number, number]): [number, number] {
  const middle = (first + second) / 2
  const half = Math.max(CLOSEST_PX, Math.abs(first - second)) / 2
  return [middle - half, middle + half]
}
