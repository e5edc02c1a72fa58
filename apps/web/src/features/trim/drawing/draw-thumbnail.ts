import { prepareCanvas } from '../../../browser/prepare-canvas.ts'
import type { Thumbnails } from './use-thumbnails.ts'

/**
 * Draws the thumbnail of a time as large as fits. @returns its position in the filmstrip; null while its sheet loads
 */
export function drawThumbnail(canvas: HTMLCanvasElement | null, thumbnails: Thumbnails | null, seconds: number) {
  const thumbnail = thumbnails?.thumbnailAt(seconds)
  const prepared = canvas && thumbnail && prepareCanvas(canvas)
  if (!thumbnails || !prepared) return null
  const { context, width, height } = prepared
  const { frameWidth, frameHeight } = thumbnails
  const scale = Math.min(width / frameWidth, height / frameHeight)
  const drawnWidth = frameWidth * scale
  const drawnHeight = frameHeight * scale
  const { sheet, place } = thumbnail
  const left = (width - drawnWidth) / 2
  const top = (height - drawnHeight) / 2
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, width, height)
  context.drawImage(sheet, place.x, place.y, frameWidth, frameHeight, left, top, drawnWidth, drawnHeight)
  return place
}
