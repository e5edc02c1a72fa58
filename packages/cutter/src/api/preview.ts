import type { TimeRange } from './time-range.ts'

/** How thumbnails lie side by side on one image. */
export interface SheetShape {
  columns: number
  rows: number
  /** Of one frame as it is seen; even numbers, as 4:2:0 colour demands. */
  frameWidth: number
  frameHeight: number
}

export interface ThumbnailsSpec extends SheetShape {
  /** When each frame is shown, one for each cell, ascending. */
  times: number[]
  /** A keyframe this near to a moment will do. */
  toleranceSeconds: number
}

export interface WaveformSpec {
  peaksPerSecond: number
  /** Of the source, index apart. */
  mostBytes: number
  /** Only what audio tracks in this part, and no more is read than it takes; the whole when left out. */
  part?: TimeRange | undefined
}

/** Where in a file its bytes are: what a part of it weighs, without reading the part. */
export interface SizeIndex {
  secondsPerPiece: number
  /** Of the frames shown in each piece that lean on others, from the start of the media to its end. */
  frameBytes: number[]
  /** When frames are shown that stand by themselves, in order: in videos of them alone, the first one of each piece. */
  keySeconds: number[]
  /** What each of them takes. */
  keyBytes: number[]
  /** Of audio in the same file; 0 where there is none, or it is counted among the frames. */
  audioBytesPerSecond: number
}
