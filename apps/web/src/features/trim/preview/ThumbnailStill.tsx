import type { Filmstrip } from '@kerf/contract/video'
import { useEffect, useRef } from 'react'
import { prepareCanvas } from '../../../browser/prepare-canvas.ts'
import { useElementWidth } from '../../../browser/use-element-width.ts'
import { useThumbnails } from '../drawing/use-thumbnails.ts'

/** The filmstrip's frame for a time, as large as the preview: for videos that only the platform can play. */
export function ThumbnailStill({ filmstrip, seconds }: { filmstrip: Filmstrip; seconds: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useElementWidth(canvas)
  const { thumbnails, arrivals } = useThumbnails(filmstrip)

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals and width have nothing to pass on, only to redraw for.
  useEffect(() => {
    const element = canvas.current
    const thumbnail = thumbnails?.thumbnailAt(seconds)
    const prepared = element && thumbnail && prepareCanvas(element)
    if (!prepared) return
    const { context, width, height } = prepared
    const { frameWidth, frameHeight } = filmstrip
    const scale = Math.min(width / frameWidth, height / frameHeight)
    const [wide, high] = [frameWidth * scale, frameHeight * scale]
    context.imageSmoothingQuality = 'high'
    const { sheet, place } = thumbnail
    context.clearRect(0, 0, width, height)
    context.drawImage(
      sheet,
      place.x,
      place.y,
      frameWidth,
      frameHeight,
      (width - wide) / 2,
      (height - high) / 2,
      wide,
      high,
    )
    element.dataset.arrived = ''
    element.dataset.frame = `${place.sheet}:${place.x},${place.y}`
  }, [filmstrip, thumbnails, arrivals, seconds, width])

  return <canvas ref={canvas} className="monitor-still" />
}
