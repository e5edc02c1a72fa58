/** A segment of a media playlist (RFC 8216). The caller knows where it is fetched from. */
export interface MediaSegment {
  /** Seconds, as the playlist says; often off by some. */
  duration: number
  /** The initialization section of the segment (EXT-X-MAP): an index into the source's init sections; null for MPEG-TS. */
  initSection: number | null
  /** Ascending. Segments of one number share a clock and codecs; the next number follows a discontinuity. */
  recording: number
  /** It lasts, and there is nothing of it (EXT-X-GAP): it is never read. */
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
  /** Where in the segment they begin. */
  start: number
  /** Of the whole segment. */
  sizeBytes: number
}

/** Media in segments: what a ByteSource is for a file. The cutter opens no address by itself. */
export interface SegmentSource {
  readonly segments: readonly MediaSegment[]
  /** How many there are. */
  readonly initSections: number
  /**
   * @param index of the segment
   * @param byteRange null: all of it. More than the range may come, as where a server or a cipher knows no parts.
   * @param onBytes is called as bytes arrive, so that a slow source is not taken for a dead one. Not used by the cutter.
   */
  readSegment(
    index: number,
    byteRange: ByteRange | null,
    signal?: AbortSignal,
    onBytes?: (count: number) => void,
  ): Promise<SegmentBytes>
  readInitSection(index: number, signal?: AbortSignal, onBytes?: (count: number) => void): Promise<Uint8Array>
}
