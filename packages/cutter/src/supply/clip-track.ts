import type { Colours } from '../bitstream/colours.ts'

/** An encoded packet of the clip. Times are in ticks of its track, counted from the clip's own zero. */
export interface ClipPacket {
  pts: number
  isSync: boolean
  data: Uint8Array
  /** Display duration of a text packet, because text may have gaps; absent for video and audio. */
  duration?: number
}

/** One track of a clip. Its packets are made on request, in decode order. */
export interface ClipTrack {
  kind: 'video' | 'audio' | 'subtitles' | 'chapters'
  timescale: number
  /** End of the track's presentation. */
  endTick: number
  packets: AsyncIterable<ClipPacket>
  /** The sample entry for the clip's header. It is complete after all packets were taken. */
  sampleEntry(): Buffer
  /** Display size and matrix of frames or text; null for a track without either. */
  display: { width: number; height: number; matrix: Buffer | null } | null
  /** BCP 47; absent: unknown. */
  language?: string | undefined
}

/** The header of a WebM track, which precedes its first packet. */
export interface WebmTrackHeader {
  codecId: 'V_VP8' | 'V_VP9' | 'V_AV1' | 'A_OPUS' | 'D_WEBVTT/SUBTITLES'
  codecPrivate: Uint8Array | null
  video: { width: number; height: number; displayWidth: number; displayHeight: number; colours: Colours | null } | null
  audio: { sampleRate: number; channels: number; delaySeconds: number } | null
  /** BCP 47; absent: unknown. */
  language?: string | undefined
}

export interface WebmTrack {
  timescale: number
  /** Duration of an audio packet in ticks; null for video. */
  packetTicks: ((packet: Uint8Array) => number) | null
  /** End of the track's presentation. */
  endTick(): number
  /** Packets in presentation order, which is also the decode order. The pts may be below zero by the codec's delay. */
  packets: AsyncIterable<ClipPacket>
  /** The header. It is complete after the first packet was taken. */
  header(): WebmTrackHeader
}
