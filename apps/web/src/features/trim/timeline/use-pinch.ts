import { type RefObject, useEffect, useRef } from 'react'
import type { TimelineLayout, View } from '../drawing/timeline-view.ts'
import { beginPinch, type Pinch, pinchedView } from './pinched-view.ts'

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
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    return () => {
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
    }
  }, [bed, latest, durationSeconds, onViewChange])
  return pinching
}
