export interface ShownFrame {
  image: HTMLCanvasElement | OffscreenCanvas | ImageBitmap
  /** When the frame is shown, on the timeline of the video. */
  seconds: number
}
