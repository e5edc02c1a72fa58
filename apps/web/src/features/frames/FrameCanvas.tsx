import type { FramePlace } from '@kerf/contract/video'
import { useEffect, useMemo, useRef } from 'react'
import type { FrameStore } from './frame-store.ts'
import { createFrameViewer } from './frame-viewer.ts'
import type { ShownFrame } from './shown-frame.ts'

interface FrameCanvasProps {
  store: FrameStore
  seconds: number
  place: FramePlace
  className: string
}

/** A frame that takes longer uncovers what lies below, which is there at once. */
const PATIENCE_MS = 120

/**
 * One exact frame. `data-frame-seconds` says which is shown; it is missing while another one is on its way.
 */
export function FrameCanvas({ store, seconds, place, className }: FrameCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const viewer = useMemo(
    () => createFrameViewer(store, (frame) => canvas.current && drawFrame(canvas.current, frame)),
    [store],
  )
  useEffect(() => viewer.stop, [viewer])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const held = store.held(seconds, place)
    if (held) {
      viewer.stop()
      drawFrame(element, held)
      return
    }
    delete element.dataset.frameSeconds
    viewer.show(seconds, place)
    const timer = setTimeout(() => {
      if (element.dataset.frameSeconds === undefined) delete element.dataset.arrived
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [store, viewer, seconds, place])
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
