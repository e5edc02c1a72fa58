import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react'

interface Drag {
  /** A pointer goes down: answers what to do on each move, given the pointer's place; or null to leave it alone. */
  begin: (event: ReactPointerEvent<HTMLElement>) => ((clientX: number, clientY: number) => void) | null
  /** Called for every screen refresh while the drag lasts, with the pointer's clientX and the seconds since the last call. */
  onFrame?: (clientX: number, elapsedSeconds: number, move: (clientX: number) => void) => void
  /** Let go, or taken away by the browser. */
  onEnd?: () => void
}

/** Pointer capture, moves and frames of a drag, for mouse, pen and finger alike. Answers the pointerdown handler. */
export function useDrag(drag: Drag): (event: ReactPointerEvent<HTMLElement>) => void {
  const latest = useRef(drag)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => {
    latest.current = drag
  })
  useEffect(() => () => stop.current?.(), [])

  return useCallback((event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || stop.current) return
    const move = latest.current.begin(event)
    if (!move) return
    const target = event.currentTarget
    const pointerId = event.pointerId
    try {
      target.setPointerCapture(pointerId)
    } catch {
      // The pointer has gone meanwhile: there will be no end to this drag, so it does not begin.
      latest.current.onEnd?.()
      return
    }
    let { clientX, clientY } = event
    let frameAt = performance.now()
    const onMove = (moved: PointerEvent): void => {
      if (moved.pointerId !== pointerId) return
      ;({ clientX, clientY } = moved)
      move(clientX, clientY)
    }
    const onFrame = (now: number): void => {
      latest.current.onFrame?.(clientX, (now - frameAt) / 1000, (toX) => move(toX, clientY))
      frameAt = now
      frame = requestAnimationFrame(onFrame)
    }
    let frame = requestAnimationFrame(onFrame)
    const end = (ended?: PointerEvent): void => {
      if (ended && ended.pointerId !== pointerId) return
      cancelAnimationFrame(frame)
      listening.abort()
      stop.current = null
      latest.current.onEnd?.()
    }
    stop.current = end
    const listening = new AbortController()
    const { signal } = listening
    target.addEventListener('pointermove', onMove, { signal })
    target.addEventListener('pointerup', end, { signal })
    target.addEventListener('pointercancel', end, { signal })
  }, [])
}
