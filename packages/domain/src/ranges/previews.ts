import type { TimeRange } from './time-range.ts'

/** The thumbnails and the loudness that Kerf reads from a media file itself, where its source offers none. */

export interface FilmstripLayout {
  frameWidth: number
  frameHeight: number
  columns: number
  rows: number
  frameCount: number
  secondsPerFrame: number
}

/** A strip is some 1400 px wide at most and its tiles are 90 px high: more frames show only to those who zoom in. */
const MOST_FRAMES = 80
/** Closer together, neighbours look alike. */
const LEAST_SECONDS_PER_FRAME = 0.5
const FRAME_HEIGHT = 90
/** Limits the shape of a tile, whatever the file says. */
const NARROWEST_FRAME = 32
const WIDEST_FRAME = 240
const COLUMNS = 10
const THUMBNAIL_LINES = 540
/** Videos often begin in the dark. */
const THUMBNAIL_PLACE = 0.1

/** Audio that lasts longer would cost its server and ours more than a line under the strip is worth: it is read piece by piece. */
export const MAX_WAVEFORM_SECONDS = 15 * 60
/** Where audio lies in a file of its own, pieces cost no more than the whole: this is about what a strip shows of a video at first. */
export const WHOLE_WAVEFORM_SECONDS = 5 * 60
export const MAX_WAVEFORM_BYTES = 40_000_000
/** About one peak a frame. */
export const PEAKS_PER_SECOND = 25

/** Few lengths, and each begins at a multiple of itself: who looks again, or elsewhere nearby, needs no piece twice. */
const PIECE_SECONDS = [60, 240, MAX_WAVEFORM_SECONDS]
const ROUNDING_SECONDS = 0.001

/** The one or two pieces of audio that hold a part of a video; none where the part is longer than any piece. */
export function audioPieces({ startTime, endTime }: TimeRange): TimeRange[] {
  const length = endTime - startTime
  const piece = PIECE_SECONDS.find((seconds) => length <= seconds + ROUNDING_SECONDS)
  if (piece === undefined || !(length > 0) || startTime < 0) return []
  const first = Math.floor(startTime / piece + ROUNDING_SECONDS)
  const end = Math.max(first + 1, Math.ceil(endTime / piece - ROUNDING_SECONDS))
  return Array.from({ length: end - first }, (_, index) => ({
    startTime: (first + index) * piece,
    endTime: (first + index + 1) * piece,
  }))
}

/** How a filmstrip of a video is laid out on one sheet; frame n shows the time n * secondsPerFrame. */
export function filmstripLayout(durationSeconds: number, shown: { width: number; height: number }): FilmstripLayout {
  const secondsPerFrame = Math.max(LEAST_SECONDS_PER_FRAME, durationSeconds / MOST_FRAMES)
  // Rounding must not make a frame of nothing: 80 steps of an eightieth are 80, not 81.
  const frameCount = Math.max(1, Math.ceil(durationSeconds / secondsPerFrame - 1e-6))
  const columns = Math.min(COLUMNS, frameCount)
  const width = evenWidth(FRAME_HEIGHT, shown)
  return {
    frameWidth: Math.min(WIDEST_FRAME, Math.max(NARROWEST_FRAME, width)),
    frameHeight: FRAME_HEIGHT,
    columns,
    rows: Math.ceil(frameCount / columns),
    frameCount,
    secondsPerFrame,
  }
}

/** The size of a video's poster image, and the time that it shows. */
export function thumbnailLayout(
  durationSeconds: number,
  shown: { width: number; height: number },
): { width: number; height: number; atSeconds: number } {
  const height = Math.max(2, Math.min(THUMBNAIL_LINES, shown.height - (shown.height % 2)))
  return {
    width: Math.min(2 * THUMBNAIL_LINES, Math.max(2, evenWidth(height, shown))),
    height,
    atSeconds: durationSeconds * THUMBNAIL_PLACE,
  }
}

function evenWidth(height: number, shown: { width: number; height: number }): number {
  return 2 * Math.round((height * shown.width) / shown.height / 2)
}
