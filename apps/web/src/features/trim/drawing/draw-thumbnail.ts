import { prepareCanvas } from '../../../browser/prepare-canvas.ts'
import type { Thumbnails } from './use-thumbnails.ts'

/** Draws the thumbnail of a time into a canvas, as large as it fits. Answers its place in the filmstrip; null while it is on its way. */
export function drawThumbnail(canvas: HTMLCanvasElement | null, thumbnails: Thumbnails | null, seconds: number) {
  const thumbnail = thumbnails?.thumbnailAt(seconds)
  const prepared = canvas && thumbnail && prepareCanvas(canvas)
  if (!thumbnails || !prepared) return null
  const { context, width, height } = prepared
  const { frameWidth, frameHeight } = thumbnails
  const scale = Math.min(width / frameWidth, height / frameHeight)
  const wide = frameWidth * scale
  const high = frameHeight * scale
  const { sheet, place } = thumbnail
  const left = (width - wide) / 2
  const top = (height - high) / 2
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, width, height)
  context.drawImage(sheet, place.x, place.y, frameWidth, frameHeight, left, top, wide, high)
  return place
}
