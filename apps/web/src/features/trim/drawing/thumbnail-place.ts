import type { Filmstrip } from '@kerf/contract/video'

/** Where a frame lies: which sheet, and its top left corner there in pixels. */
export interface FramePlace {
  sheet: number
  x: number
  y: number
}

/** The frame of the filmstrip that is on screen at this moment. Moments past the last frame show the last one. */
export function framePlace(filmstrip: Filmstrip, seconds: number): FramePlace {
  const { columns, rows, frameCount, secondsPerFrame, frameWidth, frameHeight } = filmstrip
  const index = Math.min(frameCount - 1, Math.max(0, Math.floor(seconds / secondsPerFrame + 1e-6)))
  const perSheet = columns * rows
  const onSheet = index % perSheet
  return {
    sheet: Math.floor(index / perSheet),
    x: (onSheet % columns) * frameWidth,
    y: Math.floor(onSheet / columns) * frameHeight,
  }
}
