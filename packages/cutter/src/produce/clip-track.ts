/** An encoded packet of the clip. Times are in ticks of its track, counted from the clip's own zero. */
export interface ClipPacket {
  pts: number
  isSync: boolean
  data: Uint8Array
}

/** One track of the clip while it is being made: packets come in decode order, as fast as they are asked for. */
export interface ClipTrack {
  kind: 'video' | 'audio'
  timescale: number
  /** When the track's presentation ends. */
  endTick: number
  packets: AsyncIterable<ClipPacket>
  /** The codec configuration for the clip's header; known once all packets were taken. */
  sampleEntry(): Buffer
  /** How the frame is shown; null for audio. */
  display: { width: number; height: number; matrix: Buffer | null } | null
}
