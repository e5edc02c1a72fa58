import type { PacketRef } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

/** Packets that begin at one place. */
export interface ScannedPackets {
  video: PacketRef[]
  audio: PacketRef[]
  /** The next place; null after the last one. */
  next: number | null
}

/**
 * Locates packets in media without a packet table, by reading the bytes around them. A place is a number that ascends
 * through the file: an offset or the number of a segment, by container.
 */
export interface PacketScan {
  readonly firstPlace: number
  /** Whether a place may contain only one or two frames. */
  readonly arePlacesShort?: boolean
  /**
   * Estimates the place at which the packets for `seconds` and later begin.
   * @param untilSeconds end of the range that the caller loads next
   */
  placeBefore(seconds: number, options: ReadOptions, untilSeconds: number): Promise<number>
  /**
   * An earlier place that may have a sync sample at or before `seconds`: the previous place, or one shortly before it.
   * @param search number of earlier steps, and the end of the range that the caller loads next. A step may go further
   * back if the caller reads many bytes anyway.
   */
  previous(
    place: number,
    options: ReadOptions,
    kind: 'video' | 'audio',
    seconds: number,
    search: { steps: number; untilSeconds: number },
  ): Promise<number>
  /**
   * Loads the packets of a place, in decode order. Recent places are cached.
   * @param untilSeconds end of the range that the caller loads next; absent if unknown
   */
  load(place: number, options: ReadOptions, untilSeconds?: number): Promise<ScannedPackets>
  /** Known later places up to a timestamp. */
  ahead(place: number, untilSeconds: number): number[]
  /** Places around a range of places. Loading them throws if packets are missing because of a wrong playlist order. */
  beside?(firstPlace: number, lastPlace: number): number[]
}

/** Entry index of a packet whose configuration is before its place: the entry of the previous packet applies. */
export const ENTRY_OF_PACKET_BEFORE = -1
