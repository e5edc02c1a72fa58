import type { ReadOptions } from '../../io/part-reader.ts'
import type { PacketList } from './packet-list.ts'

/** A track whose packets can all be located without reading them. */
export interface IndexedTrack {
  readonly timescale: number
  /** Whether all packets are located already. If not, locating them reads more of the file's tables. */
  readonly isWhollyKnown: boolean
  /** Tick at which the edit list ends the presentation; absent if it shows all packets. */
  readonly presentationEnd?: number
  /** Tick of the first packet that the tables list beyond the end of the file; absent if the file is complete. */
  readonly breaksOffTick?: number
  /** Runs of a track whose edit list jumps, in order. Each run has its own plan. Absent if the track is one run. */
  readonly runs?: readonly EditedRun[] | undefined
  /** Whether locating packets reads all bytes around them. If so, callers locate only packets that they need. */
  readonly isFoundByReading?: boolean
  /**
   * The packets, in decode order, that are necessary to show [fromTick, toTick): from the last sync sample shown at or
   * before fromTick (or the first packet) to the last packet that may be shown before toTick.
   */
  covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList>
  /** Presentation timestamp of the first shown packet, before any shift to the part's origin; null without packets. */
  firstPts(options: ReadOptions): Promise<number | null>
  /** End of the last packet in ticks; null if only a scan of the whole file could find it. */
  endPts(options: ReadOptions): Promise<number | null>
  /** Byte ranges of the file's own index, in order, for a track that is not wholly known; null without an index. */
  byteRanges?(): IndexedByteRange[] | null
}

/** A part of a track that the file's index lists with its size. The packets are in its own tables. */
export interface IndexedByteRange {
  fromSeconds: number
  toSeconds: number
  /** The size of the whole range, with its tables and any other data. */
  sizeBytes: number
  /** Packets from the range's own tables, in decode order. The tables are read once. */
  packets(options: ReadOptions): Promise<PacketList>
}

/** A part of a track that its edit list shows without a jump. */
export interface EditedRun {
  fromTick: number
  toTick: number
  /** The track on the timeline, with the earlier packets that decoding the run needs. */
  track: IndexedTrack
  /** Whether the run shows one frame until its end. */
  isFrozen: boolean
}
