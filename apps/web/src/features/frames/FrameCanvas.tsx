import type { FramePlace } from '@kerf/contract/video'
import { useEffect, useMemo, useRef } from 'react'
import type { FrameStore } from './frame-store.ts'
import { createFrameViewer } from './frame-viewer.ts'
import type { ShownFrame } from './shown-frame.ts'

interface FrameCanvasProps {
  store: FrameStore
  seconds: number
  place: FramePlace
}

/**
 * Longest time that the previous frame stays visible, in milliseconds. After that, the still under the canvas is
 * visible.
 */
const PREVIOUS_FRAME_TIMEOUT_MILLISECONDS = 120

/**
 * Canvas with one exact frame. `data-frame-seconds` holds the shown frame's timestamp; it is absent while a frame
 * loads.
 */
export function FrameCanvas({ store, seconds, place }: FrameCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const viewer = useMemo(
    () => createFrameViewer(store, (frame) => canvas.current && drawFrame(canvas.current, frame)),
    [store],
  )
  useEffect(() => viewer.stop, [viewer])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const decodedFrame = store.decodedFrame(seconds, place)
    if (decodedFrame) {
      viewer.stop()
      drawFrame(element, decodedFrame)
      return
    }
    delete element.dataset.frameSeconds
    viewer.show(seconds, place)
    const timer = setTimeout(() => {
      if (element.dataset.frameSeconds === undefined) delete element.dataset.arrived
    }, PREVIOUS_FRAME_TIMEOUT_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [store, viewer, seconds, place])
  return <canvas ref={canvas} className="exact-frame" />
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
