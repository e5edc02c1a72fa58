import { type RefObject, useEffect } from 'react'
import {
  pannedView,
  type TimelineLayout,
  type View,
  viewSeconds,
  xToSeconds,
  zoomedView,
} from '../drawing/timeline-view.ts'

const ZOOM_PER_PIXEL = 0.004

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
