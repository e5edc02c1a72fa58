/** Marks of videos that are read besides the videos: adapters/sponsorblock and adapters/youtube. */

import type { HeatStep } from '@kerf/domain/marks/mark'
import type { ClaimedSegment } from '@kerf/domain/marks/tidy-marks'

interface MarkReader<T> {
  /** Marks of a video that are in memory; null where they have to be read first. */
  cachedMarks(videoId: string): readonly T[] | null
  /** Reads the marks of a video, bounded in time. Throws MediaError or the signal's reason. */
  read(videoId: string, signal: AbortSignal): Promise<readonly T[]>
}

/** Segments that viewers have submitted. */
export type SubmittedSegments = MarkReader<ClaimedSegment>

/** Most-replayed graphs. */
export type HeatReader = MarkReader<HeatStep>
