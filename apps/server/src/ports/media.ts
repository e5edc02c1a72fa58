/** Media work in a process of its own: adapters/media-process. */

import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/error-codes'
import type { SoundPiece } from '@kerf/domain/film'
import type { TrimRange } from '@kerf/domain/trim-range'
import type { ByteSource } from './sources.ts'

export interface MediaParts {
  /** The same object twice for a file that carries both. */
  video: ByteSource | null
  audio: ByteSource | null
}

/** What players show beside an MP3. */
export interface SoundTags {
  title?: string
  artist?: string
  artwork?: { mimeType: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
}

export type MediaWish =
  /** An MP4 of H.264; null: in the size that it has. */
  | { kind: 'video'; height: number | null }
  /** In the codecs that it has. */
  | { kind: 'original' }
  | { kind: 'mp3'; bitrate: number; tags?: SoundTags }
  | { kind: 'gif' }
  | { kind: 'webp' }
  /** A PNG of the first picture. */
  | { kind: 'still'; height: number | null }

export interface CutOrder {
  parts: MediaParts
  /** One, or several that the clip shows one after the other. */
  ranges: TrimRange[]
  wish: MediaWish
  /** Where the engine writes; on the file store's own disk, so that publishing is a rename. */
  filePath: string
}

/** What a cut would do, decided without doing it: which pictures are copied, which are encoded anew. Times are the source's. */
export interface PlannedCut {
  way: Receipt['way']
  ranges: TrimRange[]
  /** From the first frame's time to the last one's end. */
  clip: { startSeconds: number; endSeconds: number; durationSeconds: number }
  picture: {
    codec: string
    width: number
    height: number
    /** null: they are counted while they are decoded. */
    frames: number | null
    pieces: { how: 'copy' | 'encode'; fromSeconds: number; toSeconds: number; frames: number }[]
  } | null
  sound: { codec: string; how: 'spliced' | 'encoded'; sampleRate: number; channels: number } | null
  /** What of the source is needed; null where that is found while reading. */
  neededBytes: number | null
}

export interface CutProgress {
  /** 0..1 */
  done: number
  stage: 'reading' | 'encoding' | 'writing' | 'checking'
}

export interface MediaFacts {
  durationSeconds: number
  container: string
  /** Width and height as encoded; rotation is by how much it is turned clockwise to be seen, in degrees. */
  video: { codec: string; width: number; height: number; frameRate: number; rotation: number } | null
  audio: { codec: string; sampleRate: number; channels: number } | null
  /** There is sound that cannot be read, in a code of this name: a clip would have lost it. */
  unreadableSound?: string
  /** Whether a waveform of all its sound can be had at a bearable price, or of a piece of it. */
  cheapWaveform: 'whole' | 'pieces' | null
}

/** Small pictures of a file on one JPEG, or the loudness of its sound as the JSON of a Waveform. */
export type FilmWish =
  | {
      kind: 'pictures'
      columns: number
      rows: number
      frameWidth: number
      frameHeight: number
      /** When each picture is shown, one for each cell, ascending. */
      momentsSeconds: number[]
      /** A picture this near to its moment will do. */
      toleranceSeconds: number
    }
  | { kind: 'waveform'; peaksPerSecond: number; piece?: SoundPiece | undefined }
  /** The JSON of Weights, from the file's index. */
  | { kind: 'weights' }

export interface FilmOrder {
  source: ByteSource
  /** Where the sound is, if not beside the pictures; null: there is none. */
  sound?: ByteSource | null
  wish: FilmWish
  /** Where it is written; on the file store's own disk. */
  filePath: string
}

/** The media work failed in a way that a person can be told about. */
export class MediaWorkError extends Error {
  readonly code: ErrorCode
  /** The addresses of the source went stale under the work: resolve again and retry. */
  readonly expired: boolean
  constructor(code: ErrorCode, message: string, options: { expired?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'MediaWorkError'
    this.code = code
    this.expired = options.expired ?? false
  }
}

export interface CutOptions {
  signal: AbortSignal
  onProgress: (progress: CutProgress) => void
  /** For the place that this cut has. */
  othersWait?: (() => boolean | Promise<boolean>) | undefined
  /** Hears what each process used for it took of the processor, of all its threads; null where the system does not tell. */
  onSpent?: (cpuSeconds: number | null) => void
}

/** Runs the cutter in a process of its own, with limits and without a network. */
export interface MediaEngine {
  inspect(parts: MediaParts, signal: AbortSignal): Promise<MediaFacts>
  /** Writes what was wished for; bounded in time and bytes, and cuts go first. Throws MediaWorkError, or the signal's reason. */
  readFilm(order: FilmOrder, signal: AbortSignal): Promise<void>
  /** What it works with, as that calls itself; throws MediaWorkError, or the reason, when it cannot be used at all. */
  version(): Promise<string>
  /** Ends and refuses what is only looked at: a server that stops waits for cuts, not for pictures. */
  stopFilms(): void
  /**
   * Cuts, probes the finished file and answers its receipt; throws MediaWorkError, or the signal's reason. Ends with
   * `source_timeout` while others wait for a source that sends hardly anything.
   */
  cut(order: CutOrder, options: CutOptions): Promise<Receipt>
  close(): Promise<void>
}

/** The engine's first half: what a cut would do. */
export interface MediaPlanner {
  /** Reads indexes and writes nothing. Throws MediaWorkError, or the signal's reason. */
  plan(order: Omit<CutOrder, 'filePath'>, signal: AbortSignal): Promise<PlannedCut>
}
