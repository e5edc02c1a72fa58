import type { Colours } from '../bitstream/colours.ts'

/** An encoded packet of the clip. Times are in ticks of its track, counted from the clip's own zero. */
export interface ClipPacket {
  pts: number
  isSync: boolean
  data: Uint8Array
  /** How long it is shown: of text only, which may pause. */
  duration?: number
}

/** One track of the clip while it is being made: packets come in decode order, on request. */
export interface ClipTrack {
  kind: 'video' | 'audio' | 'subtitles' | 'chapters'
  timescale: number
  /** When the track's presentation ends. */
  endTick: number
  packets: AsyncIterable<ClipPacket>
  /** The codec configuration for the clip's header; known once all packets were taken. */
  sampleEntry(): Buffer
  /** How the frame, or text, is shown; null for what is not seen. */
  display: { width: number; height: number; matrix: Buffer | null } | null
  /** BCP 47; absent: unknown. */
  language?: string | undefined
}

/** The facts that a player needs before the first packet of a track. */
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
  /** How long a packet of audio lasts; null for frames. */
  packetTicks: ((packet: Uint8Array) => number) | null
  /** When the track's presentation ends. */
  endTick(): number
  /** In the order in which they are shown, which is that of decoding too; pts may be below zero by the codec's delay. */
  packets: AsyncIterable<ClipPacket>
  /** Known once the first packet was taken. */
  header(): WebmTrackHeader
}
