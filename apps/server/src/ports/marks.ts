/** Segments of videos that viewers have submitted: adapters/sponsorblock. */

import type { ClaimedSegment } from '@kerf/domain/marks/tidy-marks'

export interface SubmittedSegments {
  /** Segments of a video that are in memory; null where they have to be read first. */
  known(videoId: string): readonly ClaimedSegment[] | null
  /** Reads the segments of a video, bounded in time. Throws SourceReadError or the signal's reason. */
  read(videoId: string, signal: AbortSignal): Promise<readonly ClaimedSegment[]>
}
