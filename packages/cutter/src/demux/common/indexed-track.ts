import type { ReadOptions } from '../../io/part-reader.ts'
import type { PacketList } from './packet-list.ts'

/** A track whose packets can all be located without reading them. */
export interface IndexedTrack {
  readonly timescale: number
  /** Whether all packets are known already; if not, finding them means reading more of the file's tables. */
  readonly isWhollyKnown: boolean
  /** The edit list shows no packet from here on; absent: it shows them all. */
  readonly presentationEnd?: number
  /** From here on its packets are only in the file's tables: the file ends before them. Absent: it has them all. */
  readonly breaksOffTick?: number
  /** The runs of a track whose edit list jumps, in order. Each is planned by itself. Absent: the track is one run. */
  readonly runs?: readonly EditedRun[] | undefined
  /** Whether finding packets means reading everything around them. If so, no more are looked up than needed. */
  readonly isFoundByReading?: boolean
  /**
   * The packets, in decode order, that are needed to show everything in [fromTick, toTick): from the last sync sample
   * shown at or before fromTick (or the very first packet) to the last one that may still be shown before toTick.
   */
  covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList>
  /** The presentation time of the first packet shown, before any shift of the part's origin; null when it is empty. */
  firstPts(options: ReadOptions): Promise<number | null>
  /** When the last packet ends, or null when only a scan of the whole file could tell. */
  endPts(options: ReadOptions): Promise<number | null>
  /** For a track whose packets are not all known: the byte ranges of the file's own index, in order; null without an index. */
  byteRanges?(): IndexedByteRange[] | null
}

/** A part of a track whose size is in the file's index; its own tables have the details. */
export interface IndexedByteRange {
  fromSeconds: number
  toSeconds: number
  /** The size of the whole range, with its tables and any other data. */
  sizeBytes: number
  /** The packets by the range's own tables, in decode order. They are read once. */
  packets(options: ReadOptions): Promise<PacketList>
}

/** A part of a track that an edit list shows without a jump. */
export interface EditedRun {
  fromTick: number
  toTick: number
  /** The track on the timeline. It also holds the packets before the run that decoding needs. */
  track: IndexedTrack
  /** A single frame, shown until the run ends. */
  isHeld: boolean
}
