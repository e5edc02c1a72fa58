/** A segment of a media playlist (RFC 8216). Only the caller knows its address. */
export interface MediaSegment {
  /** Duration in seconds as the playlist gives it; often inexact. */
  duration: number
  /**
   * Initialization section of the segment (EXT-X-MAP), as an index into the source's init sections; null for MPEG-TS.
   */
  initSection: number | null
  /**
   * Ascending number. Segments with the same number share a clock and codecs; a discontinuity starts the next number.
   */
  recording: number
  /** Whether the segment has a duration but no media (EXT-X-GAP). It is then never read. */
  isGap: boolean
}

/** The bytes [start, end). */
export interface ByteRange {
  start: number
  end: number
}

/** Some of a segment's bytes, decrypted. */
export interface SegmentBytes {
  bytes: Uint8Array
  /** Offset of the first byte in the segment. */
  start: number
  /** Size of the whole segment. */
  sizeBytes: number
}

/** The timeline of a live stream: its variants share it, and it may begin before the first segment. */
export interface SharedTimeline {
  /** Time of the segments' own clock at zero of the timeline, in seconds. */
  clockSeconds: number
  /** Start of the first segment on the timeline, by the durations in the playlist. */
  startTime: number
  /**
   * Largest error of `startTime`. Media with a larger error is refused, because these segments are not the expected
   * ones.
   */
  toleranceSeconds: number
}

/** Access to media in segments, as ByteSource is access to a file. The cutter opens no address itself. */
export interface SegmentSource {
  readonly segments: readonly MediaSegment[]
  /** Number of initialization sections. */
  readonly initSections: number
  /**
   * Place of the segments on a timeline that they share with others. Absent: the timeline begins with the first one.
   */
  readonly timeline?: SharedTimeline
  /**
   * @param index index of the segment
   * @param byteRange null: the whole segment. The answer may have more bytes, for example if the server ignores ranges.
   * @param onBytes is called as bytes arrive, to tell a slow source from a dead one. Not used by the cutter.
   */
  readSegment(
    index: number,
    byteRange: ByteRange | null,
    signal?: AbortSignal,
    onBytes?: (count: number) => void,
  ): Promise<SegmentBytes>
  readInitSection(index: number, signal?: AbortSignal, onBytes?: (count: number) => void): Promise<Uint8Array>
}
