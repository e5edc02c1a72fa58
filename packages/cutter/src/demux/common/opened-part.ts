import type { AudioTrackFacts } from '../../api/media-facts.ts'
import type { LeftOut } from '../../api/receipt.ts'
import type { MediaChapter } from '../../api/subtitles.ts'
import type { TimeRange } from '../../api/time-range.ts'
import type { LoadedPacket } from '../../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import type { OpenedText } from './text-track.ts'
import type { AudioDescription, VideoDescription } from './track-descriptions.ts'

/** A track that can only be read in order: packets have no place in the file. */
export interface LibraryTrack {
  readonly timescale: number
  /** The first and the last packet shown in [fromTick, toTick), and when the last one ends; null when there is none. */
  bounds(
    fromTick: number,
    toTick: number,
  ): Promise<{ firstTick: number; lastTick: number; lastDuration: number } | null>
  /** The packets with their bytes, in decode order, from the last key packet at or before fromTick. */
  packets(fromTick: number, toTick: number): AsyncGenerator<LoadedPacket, void>
}

/** How the packets of a track are reached: by our own index of an MP4, or through the library. */
export type TrackAccess =
  | { kind: 'indexed'; track: IndexedTrack; reader: PartReader }
  | { kind: 'library'; sizeBytes: number; timescale: number; open(options: ReadOptions): Promise<LibraryTrack> }

export interface OpenedVideo {
  description: VideoDescription
  /** The display matrix of an MP4 track, which the clip must keep; null: no rotation or mirroring. */
  matrix: Buffer | null
  frameRate: number
  /** How far times may be off if the container rounds them; a frame's true time may be this much later. */
  timesRoundedBySeconds?: number
  access: TrackAccess
}

export interface OpenedAudio {
  /** The form of its beginning, as it is decoded. */
  description: AudioDescription
  /**
   * The forms by entries of packets, as the container describes them, where the track may change; null: it cannot be read.
   * Those of a transport stream are added as they are met.
   */
  forms?: readonly (AudioDescription | null)[]
  access: TrackAccess
}

/** One file, opened: its tracks lie on a timeline that begins at zero. */
export interface OpenedPart {
  container: string
  durationSeconds: number
  video: OpenedVideo | null
  audio: OpenedAudio | null
  /** There is audio, but in a codec that we cannot read: what it calls itself. */
  unreadableAudio?: string
  /** The audio tracks that can be chosen; absent where there is no choice. */
  audioTracks?: AudioTrackFacts[]
  texts?: OpenedText[]
  chapters?: MediaChapter[]
  /**
   * When the first of its tracks ends that goes on in the file's tables, but not in its bytes: the recording broke off there.
   * Absent: the file is whole.
   */
  breaksOffSeconds?: number
  /** What else the file has, which clips leave out. */
  leftOut?: LeftOut[]
  /** The time of the media's own clock at zero, if other parts use the same clock; otherwise absent. */
  clockSeconds?: number
  /** Others may count by the same clock. */
  isInSegments?: true
  /** Where the part is joined of several: its own tracks are those of one of them. */
  recordings?: Recordings
  /** Which of them. */
  mainRecording?: number
}

/** Media whose parts were recorded separately: each has its own clock and codecs, and is opened when needed. */
export interface Recordings {
  /** Where on the media's timeline each of them is. */
  readonly spans: readonly TimeRange[]
  /** A recording, on the timeline of the whole. */
  open(index: number, options: ReadOptions): Promise<OpenedPart>
}

export interface WantedTracks {
  video: boolean
  audio: boolean
  /** Which of the readable ones, in the file's order; left out: as players choose. */
  audioTrack?: number | undefined
}
