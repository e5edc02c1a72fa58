import type { IndexedTrack } from './indexed-track.ts'
import type { PacketList } from './packet-list.ts'

/**
 * Removes empty samples from a track. Recorders write an empty sample for a dropped frame, and players show the
 * previous frame longer.
 */
export function filledTrack(track: IndexedTrack): IndexedTrack {
  return {
    ...track,
    covering: async (...range) => filledPackets(await track.covering(...range)),
  }
}

function filledPackets(packets: PacketList): PacketList {
  return packets.sizes.includes(0) ? packets.filter(({ sizeBytes }) => sizeBytes > 0) : packets
}
