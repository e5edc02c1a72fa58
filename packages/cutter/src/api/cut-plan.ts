import type { ClipSpec } from './clip-spec.ts'
import type { TimeRange } from './time-range.ts'

export type OriginalContainer = 'mp4' | 'webm'

/**
 * How a clip is made. Videos are `copied` as a whole, `smart` (copied except at the seams) or `transcoded` (all
 * re-encoded). Other clips have the kind of their request.
 */
export type CutMethod = 'copied' | 'smart' | 'transcoded' | Exclude<ClipSpec['kind'], 'video' | 'original'>

export type ClipContainer = OriginalContainer | 'png' | Exclude<CutMethod, 'copied' | 'smart' | 'transcoded' | 'still'>

/** A run of frames that are all copied or all re-encoded. Times are on the media's timeline. */
export interface PlannedPiece {
  how: 'copy' | 'encode'
  fromSeconds: number
  toSeconds: number
  frames: number
}

/** The plan of a cut as plain data: which frames are copied and which are re-encoded. */
export interface PlanFacts {
  way: CutMethod
  container: ClipContainer
  /** Ranges in the clip's order. Ranges that follow each other without a gap are merged. */
  ranges: TimeRange[]
  /** Start of the first frame and end of the last one on the media's timeline, and the duration of the clip. */
  clip: { startTime: number; endTime: number; durationSeconds: number }
  video: {
    codec: string
    width: number
    height: number
    /** Number of frames; null: known only after decoding. */
    frames: number | null
    pieces: PlannedPiece[]
  } | null
  audio: { codec: string; how: 'spliced' | 'encoded'; sampleRate: number; channels: number } | null
  /** Total size of the needed packets; null: known only after reading them. */
  neededBytes: number | null
}
