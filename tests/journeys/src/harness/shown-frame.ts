import { readStamp } from '@kerf/stamped-media/stamp'
import { expect } from 'vitest'
import { PATIENTLY } from './browser.ts'

interface DrawnFrame {
  width: number
  height: number
  /** Time of the frame in seconds, as the page reports it. */
  seconds: number
  /** Brightness of each pixel that is read, in base64. */
  luma: string
}

/**
 * Runs in the page. Reads the frame from a canvas, or null if there is none. The stamp is black and white, so the green
 * channel is enough. It is at the top, so only the upper part of a frame that is not turned is read.
 */
export function readCanvas(selector: string): DrawnFrame | null {
  const canvas = document.querySelector<HTMLCanvasElement>(selector)
  if (!canvas) return null
  const { width, height } = canvas
  const rows = width > height ? Math.ceil(height / 5) : height
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, rows)
  let luma = ''
  for (let index = 1; index < data.length; index += 4) luma += String.fromCharCode(data[index]!)
  return { width, height, seconds: Number(canvas.dataset.frameSeconds), luma: btoa(luma) }
}

export const MONITOR_FRAME = '#monitor canvas[data-frame-seconds]'
export const endFrame = (end: 'start' | 'end'): string => `[data-end=${end}] canvas[data-frame-seconds]`

/**
 * Waits until the page shows the frame with this number, at this time in seconds.
 * @param codedSize size of the coded frame in pixels, if it is shown turned by 90 degrees
 */
export async function expectShownFrame(
  readFrame: () => Promise<DrawnFrame | null>,
  number: number,
  seconds: number,
  codedSize?: { width: number; height: number },
): Promise<void> {
  const readShownFrame = async () => {
    const frame = await readFrame()
    if (!frame) return null
    const pixels = Buffer.from(frame.luma, 'base64')
    const lumaAt = (x: number, y: number): number => pixels[y * frame.width + x] ?? 0
    const stamp = codedSize
      ? readStamp(codedSize, (x, y) => lumaAt(codedSize.height - 1 - y, x))
      : readStamp(frame, lumaAt)
    return { stamp, seconds: frame.seconds }
  }
  await expect.poll(readShownFrame, PATIENTLY).toEqual({ stamp: number, seconds: expect.closeTo(seconds, 3) })
}
