import type { TimeRange } from './time-range.ts'

/** How thumbnails lie side by side on one image. */
export interface SheetShape {
  columns: number
  rows: number
  /** The displayed size of one frame; even numbers, as 4:2:0 colour requires. */
  frameWidth: number
  frameHeight: number
}

export interface ThumbnailsSpec extends SheetShape {
  /** When each frame is shown, one for each cell, ascending. */
  times: number[]
  /** A keyframe this near to a time will do. */
  toleranceSeconds: number
}

export interface WaveformSpec {
  peaksPerSecond: number
  /** Bytes read from the source, without the index. */
  mostBytes: number
  /** Only the audio of this part is read; all of it if left out. */
  part?: TimeRange | undefined
}

/** Where in a file its bytes are: estimates the size of a part without reading it. */
export interface SizeIndex {
  secondsPerPiece: number
  /** Of the frames in each piece that are no keyframes, from the start of the media to its end. */
  frameBytes: number[]
  /** When keyframes are shown, in order; if there are too many, the first one of each piece. */
  keySeconds: number[]
  /** The size of each of them. */
  keyBytes: number[]
  /** Bytes of audio in the same file; 0 if there is none, or if it is counted with the frames. */
  audioBytesPerSecond: number
}

/** `start`: the first frame at or after a time. `end`: the last frame before it. `at`: the frame that is shown then. */
export type FramePlace = 'start' | 'end' | 'at'
