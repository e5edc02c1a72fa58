import type { ReadOptions } from '../../io/part-reader.ts'
import type { HeldPacketReader, HeldPackets } from '../common/held-packet-reader.ts'
import type { PacketScan } from '../common/packet-scan.ts'
import type { SegmentTimes } from './segment-times.ts'

const LOADS_AHEAD = 3

/** Packets of a segment, or audio packets that begin in it and end in the next one. */
export interface SegmentPackets extends HeldPackets {
  /** Whether an audio frame continues in the next segment. */
  goesOn?: boolean
}

/**
 * Converts a place to the key of its byte range, which is twice the place. A place is the number of a segment. Audio
 * across the end of a segment has a place of its own, half a number later.
 */
export const keyOf = (place: number): number => 2 * place
export const placeOf = (key: number): number => key / 2

/**
 * Locates the packets of a recording segment by segment.
 * @param onWanted callback with each requested time range and its first segment
 */
export function scanSegments<T extends SegmentPackets>(
  times: SegmentTimes,
  reader: HeldPacketReader<T>,
  onWanted: (segment: number, fromSeconds: number, untilSeconds: number) => void = () => undefined,
): PacketScan {
  async function load(place: number, options: ReadOptions) {
    const { video, audio, goesOn } = await reader.byteRanges.get(keyOf(place), options)
    const nextSegment = Math.floor(place) + 1
    return { video, audio, next: goesOn ? place + 0.5 : nextSegment < times.endPlace ? nextSegment : null }
  }

  return {
    firstPlace: times.firstPlace,
    load,
    async placeBefore(seconds, options, untilSeconds) {
      const segment = times.placeBefore(seconds)
      onWanted(segment, seconds, untilSeconds)
      const laterPlaces = times.isClockKnown() ? times.ahead(segment, untilSeconds).slice(0, LOADS_AHEAD) : []
      for (const laterPlace of laterPlaces) {
        // A failed load throws again when the segment is needed.
        load(laterPlace, options).catch(() => {})
      }
      return segment
    },
    previous: async (place) => Math.ceil(place) - 1,
    beside: (firstPlace, lastPlace) => times.beside(Math.floor(firstPlace), Math.floor(lastPlace)),
    ahead: (place, untilSeconds) => times.ahead(Math.floor(place), untilSeconds),
  }
}
