/** `start`: the first frame at or after a time. `end`: the last frame before it. `at`: the frame that is shown then. */
export type FramePlace = 'start' | 'end' | 'at'

export interface ShownFrame {
  image: HTMLCanvasElement | OffscreenCanvas | ImageBitmap
  /** When the frame is shown, on the timeline of the video. */
  seconds: number
}
