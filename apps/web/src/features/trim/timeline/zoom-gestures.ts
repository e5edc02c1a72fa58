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
/** Fingers closer than this say nothing about a scale. */
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
      // An ordinary turn of the wheel scrolls the page, as everywhere.
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
 * Two fingers on the timeline zoom the window around them. Answers whether a pinch is, or just was, under way: what one of its
 * fingers seems to do then, a drag or a click, is not meant.
 */
export function usePinch(
  bed: RefObject<HTMLElement | null>,
  latest: RefObject<{ layout: TimelineLayout }>,
  durationSeconds: number,
  onViewChange: (view: View) => void,
): RefObject<boolean> {
  const pinching = useRef(false)
  useEffect(() => {
    const element = bed.current
    if (!element) return
    const fingers = new Map<number, number>()
    let pinch: { of: Pinch; layout: TimelineLayout } | null = null
    const places = (): readonly [number, number] => {
      const left = element.getBoundingClientRect().left
      const [one = 0, other = 0] = [...fingers.values()]
      return [one - left, other - left]
    }
    function onDown(event: PointerEvent): void {
      if (fingers.size === 0) pinching.current = false
      // A finger on a handle drags that handle, whatever the others do.
      const isCanvas = event.target === element || event.target instanceof HTMLCanvasElement
      if (event.pointerType !== 'touch' || !isCanvas) return
      fingers.set(event.pointerId, event.clientX)
      if (fingers.size !== 2) return
      const { layout } = latest.current
      pinch = { of: beginPinch(places(), layout), layout }
      pinching.current = true
    }
    function onMove(event: PointerEvent): void {
      if (!fingers.has(event.pointerId)) return
      fingers.set(event.pointerId, event.clientX)
      if (pinch) onViewChange(pinchedView(pinch.of, places(), pinch.layout, durationSeconds))
    }
    function onUp(event: PointerEvent): void {
      fingers.delete(event.pointerId)
      if (fingers.size < 2) pinch = null
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', onDown, { signal })
    element.addEventListener('pointermove', onMove, { signal })
    element.addEventListener('pointerup', onUp, { signal })
    element.addEventListener('pointercancel', onUp, { signal })
    return () => listening.abort()
  }, [bed, latest, durationSeconds, onViewChange])
  return pinching
}

/** Two fingers on the timeline. */
interface Pinch {
  /** The times that they were put on. */
  seconds: readonly [number, number]
}

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
