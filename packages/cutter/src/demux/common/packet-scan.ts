import type { PacketRef } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

/** The packets that begin at one place, found by reading it. */
export interface ScannedPackets {
  video: PacketRef[]
  audio: PacketRef[]
  /** The next place; null after the last one. */
  next: number | null
}

/**
 * Media without a table of its packets: the bytes around them must be read. What a place is depends on the container
 * (an offset, a segment's number); places ascend.
 */
export interface PacketScan {
  readonly firstPlace: number
  /** Places may hold no more than a frame or two. */
  readonly arePlacesShort?: boolean
  /**
   * A place from which on everything shown from this time on is probably found.
   * @param untilSeconds everything up to this time will be loaded next
   */
  placeBefore(seconds: number, options: ReadOptions, untilSeconds: number): Promise<number>
  /**
   * The place before this one, or one not much earlier, where a sync sample at or before `seconds` may be.
   * @param search how often it has gone back already, and up to when everything will be loaded next: the more will be read
   * anyway, the further a step may go
   */
  previous(
    place: number,
    options: ReadOptions,
    kind: 'video' | 'audio',
    seconds: number,
    search: { steps: number; untilSeconds: number },
  ): Promise<number>
  /**
   * The packets there, in decode order. Recent ones are cached.
   * @param untilSeconds everything up to this time will be loaded next; left out: not known
   */
  load(place: number, options: ReadOptions, untilSeconds?: number): Promise<ScannedPackets>
  /** The known later places that are needed to read up to a time. */
  ahead(place: number, untilSeconds: number): number[]
  /** Places around some; loading them fails if the playlist's order is wrong. Needed where something is missing. */
  beside?(firstPlace: number, lastPlace: number): number[]
}

/** Entry of a packet whose configuration precedes the place where it was found. */
export const ENTRY_OF_PACKET_BEFORE = -1
