import type { TimeRange } from './time-range.ts'

/** The layout of thumbnails on one image. */
export interface SheetShape {
  columns: number
  rows: number
  /** Displayed size of one thumbnail in pixels; even numbers, because 4:2:0 chroma requires them. */
  frameWidth: number
  frameHeight: number
}

export interface ThumbnailsSpec extends SheetShape {
  /** One time in seconds for each cell, ascending. */
  times: number[]
  /** Largest distance of a keyframe from a cell's time at which it serves as the thumbnail. */
  toleranceSeconds: number
}

export interface WaveformSpec {
  peaksPerSecond: number
  /** Maximum number of bytes to read from the source, without the index. */
  maxBytes: number
  /** The range whose audio is read; absent: all audio. */
  part?: TimeRange | undefined
}

/** The distribution of a file's bytes over time. It serves to estimate the size of a range without reading it. */
export interface SizeIndex {
  secondsPerPiece: number
  /** Bytes of the frames that are not keyframes, for each interval of `secondsPerPiece` from the start of the media. */
  frameBytes: number[]
  /** Times of the keyframes, in order; if there are too many, the first one of each interval. */
  keySeconds: number[]
  /** Sizes of the keyframes in `keySeconds`, in the same order. */
  keyBytes: number[]
  /** Bytes a second of audio in the same file; 0 if there is none, or if `frameBytes` includes it. */
  audioBytesPerSecond: number
}

/**
 * The frame to find for a time: `start` is the first frame at or after it, `end` the last frame before it, and `at` the
 * frame that is displayed at it.
 */
export type FramePlace = 'start' | 'end' | 'at'
