import { useEffect, useRef } from 'react'
import type { FrameStore } from './frame-store.ts'
import type { FramePlace, ShownFrame } from './shown-frame.ts'

interface FrameCanvasProps {
  store: FrameStore
  seconds: number
  place: FramePlace
  className: string
}

/** A frame that takes longer uncovers what lies below, which is there at once. */
const PATIENCE_MS = 120

/**
 * One exact frame. `data-frame-seconds` says which is shown; it is missing while another one is on its way. Of many that are
 * asked for, only the newest is fetched.
 */
export function FrameCanvas({ store, seconds, place, className }: FrameCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const held = store.held(seconds, place)
    if (held) return drawFrame(element, held)
    delete element.dataset.frameSeconds
    const leaving = new AbortController()
    const timer = setTimeout(() => delete element.dataset.arrived, PATIENCE_MS)
    const onFrame = (frame: ShownFrame): void => {
      clearTimeout(timer)
      if (!leaving.signal.aborted) drawFrame(element, frame)
    }
    // Without a frame, what lies below is seen.
    store.show(seconds, place, leaving.signal, onFrame).catch(() => undefined)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [store, seconds, place])
  return <canvas ref={canvas} className={className} />
}

function drawFrame(canvas: HTMLCanvasElement, { image, seconds }: ShownFrame): void {
  if (canvas.width !== image.width || canvas.height !== image.height) {
    canvas.width = image.width
    canvas.height = image.height
  }
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  canvas.dataset.frameSeconds = String(seconds)
  canvas.dataset.arrived = ''
}
