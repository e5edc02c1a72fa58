import type { TimeRange } from '../ranges/time-range.ts'

/** Kinds of marks: what the video's author, its viewers and SponsorBlock say about a part of it. */
export const MARK_KINDS = ['chapter', 'most-replayed', 'sponsor', 'intro', 'outro', 'selfpromo', 'interaction'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** Kinds that SponsorBlock names. */
export const SEGMENT_KINDS = ['sponsor', 'intro', 'outro', 'selfpromo', 'interaction'] as const
export type SegmentKind = (typeof SEGMENT_KINDS)[number]

/** A marked part of a video, in seconds. */
export interface Mark extends TimeRange {
  kind: MarkKind
  title?: string
  /** How often the part is replayed, from 0 to 1; only of `most-replayed`. */
  weight?: number
}

/** Start, end and weight (0 to 1) of one step of the most-replayed graph. */
export type HeatStep = readonly [startTime: number, endTime: number, weight: number]
