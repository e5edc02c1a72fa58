import type { ReadOptions } from '../../io/part-reader.ts'
import type { HeldPacketReader, HeldPackets } from '../common/held-packet-reader.ts'
import type { PacketScan } from '../common/packet-scan.ts'
import type { SegmentTimes } from './segment-times.ts'

const LOADS_AHEAD = 3

/** The packets of a segment, or those that begin in it and end in the next one. */
export interface SegmentPackets extends HeldPackets {
  /** Audio continues across the segment's end. */
  goesOn?: boolean
}

/**
 * A place is the number of a segment. Audio that crosses its end has a place of its own, half a number later. The key of a
 * byte range is twice its place; the offsets of its packets count from there.
 */
export const keyOf = (place: number): number => 2 * place
export const placeOf = (key: number): number => key / 2

/**
 * Finds the packets of a recording segment by segment.
 * @param onWanted called with each requested time range, and the segment with which it begins
 */
export function scanSegments<T extends SegmentPackets>(
  times: SegmentTimes,
  reader: HeldPacketReader<T>,
  onWanted: (segment: number, fromSeconds: number, untilSeconds: number) => void = () => undefined,
): PacketScan {
  async function load(place: number, options: ReadOptions) {
    const { video, audio, goesOn } = await reader.byteRanges.get(keyOf(place), options)
    const following = Math.floor(place) + 1
    return { video, audio, next: goesOn ? place + 0.5 : following < times.endPlace ? following : null }
  }

  return {
    firstPlace: times.firstPlace,
    load,
    async placeBefore(seconds, options, untilSeconds) {
      const segment = times.placeBefore(seconds)
      onWanted(segment, seconds, untilSeconds)
      for (const next of times.isClockKnown() ? times.ahead(segment, untilSeconds).slice(0, LOADS_AHEAD) : []) {
        // A caller that needs the segment gets the error.
        load(next, options).catch(() => {})
      }
      return segment
    },
    previous: async (place) => Math.ceil(place) - 1,
    beside: (firstPlace, lastPlace) => times.beside(Math.floor(firstPlace), Math.floor(lastPlace)),
    ahead: (place, untilSeconds) => times.ahead(Math.floor(place), untilSeconds),
  }
}
