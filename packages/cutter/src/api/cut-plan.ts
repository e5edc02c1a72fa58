import type { ClipSpec } from './clip-spec.ts'
import type { TimeRange } from './time-range.ts'

export type OriginalContainer = 'mp4' | 'webm'

/**
 * How a clip comes about: all copied, copied but for its edges, all re-encoded; or audio alone, moving frames alone, a
 * single one.
 */
export type CutWay = 'copied' | 'smart' | 'transcoded' | Exclude<ClipSpec['kind'], 'video' | 'original'>

export type ClipContainer = OriginalContainer | 'png' | Exclude<CutWay, 'copied' | 'smart' | 'transcoded' | 'still'>

/** A run of frames that are made in the same way. Times are on the media's timeline. */
export interface PlannedPiece {
  how: 'copy' | 'encode'
  fromSeconds: number
  toSeconds: number
  frames: number
}

/** What a cut will do, as plain data: which frames are copied, which are re-encoded. */
export interface PlanFacts {
  way: CutWay
  container: ClipContainer
  /** In the clip's order; of ranges that follow each other without a hole only one is left. */
  ranges: TimeRange[]
  /** What the clip will show: from the first frame's time to the last one's end on the media's timeline. */
  clip: { startTime: number; endTime: number; durationSeconds: number }
  video: {
    codec: string
    width: number
    height: number
    /** null: they are counted while they are decoded. */
    frames: number | null
    pieces: PlannedPiece[]
  } | null
  audio: { codec: string; how: 'spliced' | 'encoded'; sampleRate: number; channels: number } | null
  /** The bytes of the packets needed; null when they are found while reading. */
  neededBytes: number | null
}
