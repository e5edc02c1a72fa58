export interface ShownFrame {
  image: HTMLCanvasElement | OffscreenCanvas | ImageBitmap
  /** Timestamp of the frame in the video, in seconds. */
  seconds: number
}
