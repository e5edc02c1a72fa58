import type { PacketRef } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

/** Packets that begin at one scan position. */
export interface ScannedPackets {
  video: PacketRef[]
  audio: PacketRef[]
  /** The next scan position; null after the last one. */
  nextPosition: number | null
}

/**
 * Locates packets in media without a packet table, by reading the bytes around them. A scan position is a number
 * that ascends through the file: a byte offset or the number of a segment, by container.
 */
export interface PacketScan {
  readonly firstPosition: number
  /** Whether a scan position may contain only one or two frames. */
  readonly arePositionsShort?: boolean
  /**
   * Estimates the scan position at which the packets for `seconds` and later begin.
   * @param untilSeconds end of the range that the caller loads next
   */
  positionBefore(seconds: number, options: ReadOptions, untilSeconds: number): Promise<number>
  /**
   * Goes back in the search for a sync sample at or before `seconds`. Returns the nearest earlier position that may
   * have one, or else the end of this step.
   * @param search `steps`: number of steps back before this one. `untilSeconds`: end of the range that the caller loads
   * next. A step goes further back if that range is longer, or after more steps.
   */
  previousPosition(
    position: number,
    options: ReadOptions,
    kind: 'video' | 'audio',
    seconds: number,
    search: { steps: number; untilSeconds: number },
  ): Promise<number>
  /**
   * Loads the packets of a scan position, in decode order. Recent positions are cached.
   * @param untilSeconds end of the range that the caller loads next; absent if unknown
   */
  load(position: number, options: ReadOptions, untilSeconds?: number): Promise<ScannedPackets>
  /** Known later scan positions up to a timestamp. */
  positionsAhead(position: number, untilSeconds: number): number[]
  /** Scan positions around a range. Loading them throws if packets are missing because of a wrong playlist order. */
  positionsAround?(firstPosition: number, lastPosition: number): number[]
}

/** Entry index of a packet whose configuration precedes its scan position: it has the entry of the previous packet. */
export const ENTRY_OF_PREVIOUS_PACKET = -1
