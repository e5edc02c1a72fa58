import type { ReadOptions } from '../../io/part-reader.ts'
import type { PacketScan } from '../common/packet-scan.ts'
import type { PacketsInMemory, ScatteredPacketReader } from '../common/scattered-packet-reader.ts'
import type { SegmentTimes } from './segment-times.ts'

const LOADS_AHEAD = 3

/** Packets of a segment, or audio packets that begin in it and end in the next one. */
export interface SegmentPackets extends PacketsInMemory {
  /** Whether an audio frame continues in the next segment. */
  hasAudioAcross?: boolean
}

/**
 * Converts a position to the key of its byte range, which is twice the position. A position is the number of a segment.
 * Audio across the end of a segment has a position of its own, half a number later.
 */
export const byteRangeKeyOf = (position: number): number => 2 * position
export const positionOf = (key: number): number => key / 2

/**
 * Locates the packets of a recording segment by segment.
 * @param onWanted callback with each requested time range and its first segment
 */
export function scanSegments<T extends SegmentPackets>(
  times: SegmentTimes,
  reader: ScatteredPacketReader<T>,
  onWanted: (segment: number, fromSeconds: number, untilSeconds: number) => void = () => undefined,
): PacketScan {
  async function load(position: number, options: ReadOptions) {
    const { video, audio, hasAudioAcross } = await reader.byteRanges.get(byteRangeKeyOf(position), options)
    const nextSegment = Math.floor(position) + 1
    return {
      video,
      audio,
      nextPosition: hasAudioAcross ? position + 0.5 : nextSegment < times.endPosition ? nextSegment : null,
    }
  }

  return {
    firstPosition: times.firstPosition,
    load,
    async positionBefore(seconds, options, untilSeconds) {
      const segment = times.positionBefore(seconds)
      onWanted(segment, seconds, untilSeconds)
      const laterPositions = times.isClockKnown()
        ? times.positionsAhead(segment, untilSeconds).slice(0, LOADS_AHEAD)
        : []
      for (const laterPosition of laterPositions) {
        // A failed load throws again when the segment is needed.
        load(laterPosition, options).catch(() => {})
      }
      return segment
    },
    previousPosition: async (position) => Math.ceil(position) - 1,
    positionsAround: (firstPosition, lastPosition) =>
      times.positionsAround(Math.floor(firstPosition), Math.floor(lastPosition)),
    positionsAhead: (position, untilSeconds) => times.positionsAhead(Math.floor(position), untilSeconds),
  }
}
