import type { TimeRange } from './time-range.ts'

/** Layout of a filmstrip: thumbnails of a media file on one sprite sheet, for sources that offer none. */
export interface FilmstripLayout {
  frameWidth: number
  frameHeight: number
  columns: number
  rows: number
  frameCount: number
  secondsPerFrame: number
}

/** Maximum number of frames of a filmstrip. The strip is at most about 1400 px wide, and its tiles 90 px high. */
const MAX_FRAMES = 80
/** Shortest time between frames. Closer frames look alike. */
const MIN_SECONDS_PER_FRAME = 0.5
const FRAME_HEIGHT = 90
/** Limits of a tile's width, for files with an extreme aspect ratio. */
const MIN_FRAME_WIDTH = 32
const MAX_FRAME_WIDTH = 240
const SHEET_COLUMN_COUNT = 10
const THUMBNAIL_HEIGHT = 540
/** Position of the thumbnail as a share of the duration: many videos begin with black frames. */
const THUMBNAIL_TIME_SHARE = 0.1

/** Longest audio that is read for a waveform, in seconds. Longer audio costs too much traffic. */
export const MAX_WAVEFORM_SECONDS = 15 * 60
/** Longest video whose waveform is read as a whole, in seconds. For longer ones it is read in parts. */
export const WHOLE_WAVEFORM_SECONDS = 5 * 60
export const MAX_WAVEFORM_BYTES = 40_000_000
/** Peaks of a waveform per second: about one for each frame. */
export const PEAKS_PER_SECOND = 25

/** Lengths of the parts in seconds. A part begins at a multiple of its length, so that nearby views share parts. */
const PIECE_SECONDS = [60, 240, MAX_WAVEFORM_SECONDS]
const ROUNDING_SECONDS = 0.001

/** The one or two parts of audio that cover a range; none for a range that is longer than the longest part. */
export function audioPieces({ startTime, endTime }: TimeRange): TimeRange[] {
  const length = endTime - startTime
  const pieceSeconds = PIECE_SECONDS.find((seconds) => length <= seconds + ROUNDING_SECONDS)
  if (pieceSeconds === undefined || !(length > 0) || startTime < 0) return []
  const firstIndex = Math.floor(startTime / pieceSeconds + ROUNDING_SECONDS)
  const end = Math.max(firstIndex + 1, Math.ceil(endTime / pieceSeconds - ROUNDING_SECONDS))
  return Array.from({ length: end - firstIndex }, (_, index) => ({
    startTime: (firstIndex + index) * pieceSeconds,
    endTime: (firstIndex + index + 1) * pieceSeconds,
  }))
}

/** Layout of a filmstrip on one sprite sheet. Frame n has the time n * secondsPerFrame. */
export function filmstripLayout(
  durationSeconds: number,
  frameSize: { width: number; height: number },
): FilmstripLayout {
  const secondsPerFrame = Math.max(MIN_SECONDS_PER_FRAME, durationSeconds / MAX_FRAMES)
  // The tolerance prevents an extra frame from rounding errors: 80 steps of one eightieth are 80 frames, not 81.
  const frameCount = Math.max(1, Math.ceil(durationSeconds / secondsPerFrame - 1e-6))
  const columns = Math.min(SHEET_COLUMN_COUNT, frameCount)
  const width = evenWidth(FRAME_HEIGHT, frameSize)
  return {
    frameWidth: Math.min(MAX_FRAME_WIDTH, Math.max(MIN_FRAME_WIDTH, width)),
    frameHeight: FRAME_HEIGHT,
    columns,
    rows: Math.ceil(frameCount / columns),
    frameCount,
    secondsPerFrame,
  }
}

/** Size of a video's thumbnail in pixels, and its time in the video. */
export function thumbnailLayout(
  durationSeconds: number,
  frameSize: { width: number; height: number },
): { width: number; height: number; atSeconds: number } {
  const height = Math.max(2, Math.min(THUMBNAIL_HEIGHT, frameSize.height - (frameSize.height % 2)))
  return {
    width: Math.min(2 * THUMBNAIL_HEIGHT, Math.max(2, evenWidth(height, frameSize))),
    height,
    atSeconds: durationSeconds * THUMBNAIL_TIME_SHARE,
  }
}

function evenWidth(height: number, frameSize: { width: number; height: number }): number {
  return 2 * Math.round((height * frameSize.width) / frameSize.height / 2)
}
