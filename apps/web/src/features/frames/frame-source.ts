import type { FramePlace } from '@kerf/contract/video'
import type { ShownFrame } from './shown-frame.ts'

/** Place that exact frames are read from. */
export interface FrameSource {
  /** The GOP of a time as a fragmented MP4; null where it is refused. Rejects if it is aborted. */
  readGop: (seconds: number, signal: AbortSignal) => Promise<ArrayBuffer | null>
  /** One frame that the server decodes, for browsers that cannot decode the GOP; null where there is none. */
  readFrame: (seconds: number, place: FramePlace, signal: AbortSignal) => Promise<ShownFrame | null>
}
