import type { AudioTrackFacts } from '../../api/media-facts.ts'
import type { LeftOut } from '../../api/receipt.ts'
import type { MediaChapter } from '../../api/subtitles.ts'
import type { TimeRange } from '../../api/time-range.ts'
import type { AudioDecoders } from '../../codec/decode-audio.ts'
import type { LoadedPacket } from '../../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import type { OpenedText } from './text-track.ts'
import type { AudioDescription, VideoDescription } from './track-descriptions.ts'

/** A track that mediabunny reads in order. The offsets of its packets are not known. */
export interface LibraryTrack {
  readonly timescale: number
  /** Ticks of the first and last packet shown in [fromTick, toTick), and the last duration; null without packets. */
  bounds(
    fromTick: number,
    toTick: number,
  ): Promise<{ firstTick: number; lastTick: number; lastDuration: number } | null>
  /** Packets with their bytes, in decode order, from the last keyframe at or before fromTick. */
  packets(fromTick: number, toTick: number): AsyncGenerator<LoadedPacket, void>
}

/** Access to the packets of a track: through Kerf's own index, or through mediabunny (`library`). */
export type TrackAccess =
  | { kind: 'indexed'; track: IndexedTrack; reader: PartReader }
  | { kind: 'library'; sizeBytes: number; timescale: number; open(options: ReadOptions): Promise<LibraryTrack> }

export interface OpenedVideo {
  description: VideoDescription
  /** Display matrix of an MP4 track, which the clip must have too; null without rotation or mirroring. */
  matrix: Buffer | null
  frameRate: number
  /** Maximum time by which a frame is really later than its rounded timestamp in the container. */
  timesRoundedBySeconds?: number
  access: TrackAccess
}

export interface OpenedAudio {
  /** Format of the first packets, as the decoder reports it. */
  description: AudioDescription
  /**
   * Formats that the container describes, by entry index, for a track that may change; null for an unreadable format. A
   * transport stream adds formats while it is read.
   */
  formats?: readonly (AudioDescription | null)[]
  access: TrackAccess
}

/** One opened file. The timeline of its tracks begins at zero. */
export interface OpenedPart {
  container: string
  durationSeconds: number
  video: OpenedVideo | null
  audio: OpenedAudio | null
  /** Codec name of audio that Kerf cannot read. */
  unreadableAudio?: string
  /** Audio tracks to choose from; absent for fewer than two. */
  audioTracks?: AudioTrackFacts[]
  texts?: OpenedText[]
  chapters?: MediaChapter[]
  /**
   * Timestamp at which an incomplete recording ends: the first end of a track for which the tables list more than the
   * file has. Absent for a complete file.
   */
  breaksOffSeconds?: number
  /** Contents of the file that clips leave out. */
  leftOut?: LeftOut[]
  /** Timestamp of the media's own clock at the start of the timeline; absent if no other part shares this clock. */
  clockSeconds?: number
  /** Whether the part consists of segments, so that other parts may share its clock. */
  isInSegments?: true
  /** Recordings that the part joins. Its own tracks belong to `mainRecording`. */
  recordings?: Recordings
  /** Index of the recording whose tracks the part has. */
  mainRecording?: number
}

/** Parts of media that were recorded separately. Each has its own clock and codecs, and is opened on demand. */
export interface Recordings {
  /** Range of each recording on the media's timeline. */
  readonly spans: readonly TimeRange[]
  /** Opens a recording on the media's timeline. */
  open(index: number, options: ReadOptions): Promise<OpenedPart>
}

export interface WantedTracks {
  video: boolean
  audio: boolean
  /** Decoders for audio properties that containers do not state. */
  codecs: AudioDecoders
  /** Index among the readable audio tracks, in the file's order; absent: the track that players choose. */
  audioTrack?: number | undefined
}
