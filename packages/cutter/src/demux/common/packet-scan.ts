import type { PacketRef } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

/** The packets that begin in one stretch of media, found by reading it. */
export interface ByteRange {
  video: PacketRef[]
  audio: PacketRef[]
  /** Where the next stretch is; null behind the last one. */
  next: number | null
  /** Nothing follows although the media says that it goes on: its end is missing. */
  isCutOff?: boolean
  /** The next stretch is not another one but the rest of this: it was not all read at once. */
  isContinued?: boolean
  /** It may hold no more than a frame or two. */
  isShort?: boolean
}

/**
 * Media without a table of its packets: they are known once the bytes around them were read. A place is whatever number
 * the container likes (an offset, a segment's number); places ascend.
 */
export interface PacketScan {
  readonly firstPlace: number
  /**
   * A place from which on everything shown from this time on is probably found.
   * @param untilSeconds everything up to this time will be asked for next
   */
  placeBefore(seconds: number, options: ReadOptions, kind: 'video' | 'audio', untilSeconds: number): Promise<number>
  /**
   * The place before this one, or some place not much earlier. The same is looked for as before.
   * @param search how often it has gone back already, and up to when everything will be asked for next: the more will be read
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
   * The packets there, in decode order. What was read lately is not read again.
   * @param untilSeconds everything up to this time will be asked for next; left out: nobody knows
   */
  load(place: number, options: ReadOptions, untilSeconds?: number): Promise<ByteRange>
  /** Places behind this one that are needed too if all is wanted up to a time, as far as that is known beforehand. */
  ahead(place: number, untilSeconds: number): number[]
  /**
   * Where somebody else says in which order the media's places come: those around some, loading which shows (by failing)
   * that the order is wrong. Asked where something is missing.
   */
  beside?(firstPlace: number, lastPlace: number): number[]
}

/** Entry of a packet whose configuration stands before the stretch it was found in. */
export const ENTRY_OF_PACKET_BEFORE = -1
