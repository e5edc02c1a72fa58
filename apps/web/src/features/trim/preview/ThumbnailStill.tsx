import type { Filmstrip } from '@kerf/contract/video'
import { useEffect, useRef } from 'react'
import { prepareCanvas } from '../../../browser/prepare-canvas.ts'
import { useElementWidth } from '../../../browser/use-element-width.ts'
import { useFilmPictures } from '../drawing/use-thumbnails.ts'

/** The filmstrip's frame for a moment, as large as the picture: for videos that only the platform can play. */
export function FilmStill({ filmstrip, seconds }: { filmstrip: Filmstrip; seconds: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useElementWidth(canvas)
  const { pictures, arrivals } = useFilmPictures(filmstrip)

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals and width have nothing to pass on, only to redraw for.
  useEffect(() => {
    const element = canvas.current
    const picture = pictures?.pictureAt(seconds)
    const prepared = element && picture && prepareCanvas(element)
    if (!prepared) return
    const { context, width, height } = prepared
    const { frameWidth, frameHeight } = filmstrip
    const scale = Math.min(width / frameWidth, height / frameHeight)
    const [wide, high] = [frameWidth * scale, frameHeight * scale]
    context.imageSmoothingQuality = 'high'
    const { sheet, place } = picture
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
  }, [filmstrip, pictures, arrivals, seconds, width])

  return <canvas ref={canvas} className="monitor-still" />
}
