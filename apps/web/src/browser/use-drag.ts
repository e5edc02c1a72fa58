import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react'

interface Drag {
  /**
   * Called when a pointer goes down. Returns the handler of its moves, in CSS pixels, or null to ignore the pointer.
   */
  begin: (event: ReactPointerEvent<HTMLElement>) => ((clientX: number, clientY: number) => void) | null
  /** Called in each animation frame of the drag, with the pointer's clientX and the seconds since the previous call. */
  onFrame?: (clientX: number, elapsedSeconds: number, move: (clientX: number) => void) => void
  /** Called when the pointer is released, or when the browser cancels it. */
  onEnd?: () => void
}

/**
 * Handles pointer capture, moves and animation frames of a drag by mouse, pen or touch. Returns the pointerdown
 * handler.
 */
export function useDrag(drag: Drag): (event: ReactPointerEvent<HTMLElement>) => void {
  const latestDrag = useRef(drag)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => {
    latestDrag.current = drag
  })
  useEffect(() => () => stop.current?.(), [])

  return useCallback((event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || stop.current) return
    const move = latestDrag.current.begin(event)
    if (!move) return
    const target = event.currentTarget
    const pointerId = event.pointerId
    try {
      target.setPointerCapture(pointerId)
    } catch {
      // The pointer is already gone and would never end the drag, so the drag does not begin.
      latestDrag.current.onEnd?.()
      return
    }
    let { clientX, clientY } = event
    let frameAt = performance.now()
    const onMove = (moveEvent: PointerEvent): void => {
      if (moveEvent.pointerId !== pointerId) return
      ;({ clientX, clientY } = moveEvent)
      move(clientX, clientY)
    }
    const onFrame = (now: number): void => {
      latestDrag.current.onFrame?.(clientX, (now - frameAt) / 1000, (toX) => move(toX, clientY))
      frameAt = now
      frame = requestAnimationFrame(onFrame)
    }
    let frame = requestAnimationFrame(onFrame)
    const end = (endEvent?: PointerEvent): void => {
      if (endEvent && endEvent.pointerId !== pointerId) return
      cancelAnimationFrame(frame)
      listeners.abort()
      stop.current = null
      latestDrag.current.onEnd?.()
    }
    stop.current = end
    const listeners = new AbortController()
    const { signal } = listeners
    target.addEventListener('pointermove', onMove, { signal })
    target.addEventListener('pointerup', end, { signal })
    target.addEventListener('pointercancel', end, { signal })
  }, [])
}
