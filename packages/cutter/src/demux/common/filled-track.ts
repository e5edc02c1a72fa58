import type { IndexedTrack } from './indexed-track.ts'
import type { PacketList } from './packet-list.ts'

/** A track without its samples of no bytes: recorders that drop a frame keep its place, and the frame before it stands longer. */
export function filledTrack(track: IndexedTrack): IndexedTrack {
  return {
    ...track,
    covering: async (...range) => filledPackets(await track.covering(...range)),
  }
}

function filledPackets(packets: PacketList): PacketList {
  return packets.sizes.includes(0) ? packets.filter(({ sizeBytes }) => sizeBytes > 0) : packets
}
