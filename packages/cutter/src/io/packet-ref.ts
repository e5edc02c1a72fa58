/** The place of one encoded packet, and when it is shown. Times are in ticks of its track, on the part's timeline. */
export interface PacketRef {
  /** Presentation time, edit list applied, the part's own start subtracted. */
  pts: number
  /** How long the file says it lasts (the distance to the next packet in decode order). */
  duration: number
  /** Marked as a sync sample. For H.264 that is a claim, not a promise: only an IDR frame is a clean start. */
  isSync: boolean
  offset: number
  sizeBytes: number
  /** Which of the track's sample entries (codec configurations) it is decoded with, counted from 0. */
  entryIndex: number
}

export interface LoadedPacket extends Omit<PacketRef, 'offset' | 'sizeBytes'> {
  data: Uint8Array
}

export type Packets = AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>
