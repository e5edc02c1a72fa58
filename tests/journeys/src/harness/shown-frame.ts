import { readStamp } from '@kerf/stamped-media/stamp'
import { expect } from 'vitest'
import { PATIENTLY } from './browser.ts'

interface DrawnFrame {
  width: number
  height: number
  /** When the page says that it is shown. */
  seconds: number
  /** The brightness of each pixel, in base64. */
  luma: string
}

/** Runs in the page: the frame in a canvas; null: there is none yet. The stamp is black and white, so its green channel is enough. */
export function readCanvas(selector: string): DrawnFrame | null {
  const canvas = document.querySelector<HTMLCanvasElement>(selector)
  if (!canvas) return null
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
  let luma = ''
  for (let at = 1; at < data.length; at += 4) luma += String.fromCharCode(data[at]!)
  return { width, height, seconds: Number(canvas.dataset.frameSeconds), luma: btoa(luma) }
}

export const MONITOR_FRAME = '#monitor canvas[data-frame-seconds]'
export const endFrame = (end: 'start' | 'end'): string => `[data-end=${end}] canvas[data-frame-seconds]`

/**
 * Waits until the stamp in the pixels, and the time beside it, are those of a frame.
 * @param turned the size of the coded frame, where it is shown turned by 90 degrees
 */
export async function expectShownFrame(
  read: () => Promise<DrawnFrame | null>,
  number: number,
  seconds: number,
  turned?: { width: number; height: number },
): Promise<void> {
  const shown = async () => {
    const frame = await read()
    if (!frame) return null
    const pixels = Buffer.from(frame.luma, 'base64')
    const lumaAt = (x: number, y: number): number => pixels[y * frame.width + x] ?? 0
    const stamp = turned ? readStamp(turned, (x, y) => lumaAt(turned.height - 1 - y, x)) : readStamp(frame, lumaAt)
    return { stamp, seconds: frame.seconds }
  }
  await expect.poll(shown, PATIENTLY).toEqual({ stamp: number, seconds: expect.closeTo(seconds, 3) })
}
