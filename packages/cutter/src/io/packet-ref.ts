/** Position of one encoded packet, and its timestamps in ticks of its track, on the part's timeline. */
export interface PacketRef {
  /** Presentation time, edit list applied, the part's own start subtracted. */
  pts: number
  /** Duration that the file gives (the distance to the next packet in decode order). */
  duration: number
  /** Whether the file marks it as a sync sample. In H.264 the mark may be wrong: only an IDR frame is a clean start. */
  isSync: boolean
  offset: number
  sizeBytes: number
  /** Index of the track's sample entry (codec configuration) that decodes it, from 0. */
  entryIndex: number
}

export interface LoadedPacket extends Omit<PacketRef, 'offset' | 'sizeBytes'> {
  data: Uint8Array
}

export type Packets = AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>
