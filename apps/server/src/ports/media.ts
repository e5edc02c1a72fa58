/** Media work in a process of its own: adapters/media-process. */

import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { MeasuredRequest } from './measured-request.ts'
import type { ByteSource } from './sources.ts'

export interface MediaParts {
  /** The same object twice for a file that carries both. */
  video: ByteSource | null
  audio: ByteSource | null
}

/** What players show beside an MP3. */
export interface AudioTags {
  title?: string
  artist?: string
  artwork?: { mimeType: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
}

export type ClipSpec =
  /**
   * An MP4 of H.264; null: in the size that it has. What has to be re-encoded takes `share` of what the source takes for
   * it, or whatever a constant quality makes; and all images take what was told of them, as far as it looks right.
   */
  | { kind: 'video'; height: number | null; share?: number; frameBytes?: number }
  /** In the codecs that it has. */
  | { kind: 'original'; frameBytes?: number }
  | { kind: 'mp3'; bitrate: number; tags?: AudioTags }
  | { kind: 'gif' }
  | { kind: 'webp' }
  /** A PNG of the first image. */
  | { kind: 'still'; height: number | null }

export interface CutOrder {
  parts: MediaParts
  /** One, or several that the clip shows one after the other. */
  ranges: TimeRange[]
  request: ClipSpec
  /** Where the engine writes; on the file store's own disk, so that publishing is a rename. */
  filePath: string
}

/** What a cut would do, decided without doing it: which images are copied, which are re-encoded. Times are the source's. */
export interface PlannedCut {
  way: Receipt['way']
  ranges: TimeRange[]
  /** From the first frame's time to the last one's end. */
  clip: { startSeconds: number; endSeconds: number; durationSeconds: number }
  frame: {
    codec: string
    width: number
    height: number
    /** null: they are counted while they are decoded. */
    frames: number | null
    pieces: { how: 'copy' | 'encode'; fromSeconds: number; toSeconds: number; frames: number }[]
  } | null
  audio: { codec: string; how: 'spliced' | 'encoded'; sampleRate: number; channels: number } | null
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
  /** There is audio that cannot be read, in a code of this name: a clip would have lost it. */
  unreadableAudio?: string
  /** Whether a waveform of all its audio can be had at a bearable price, or of a piece of it. */
  cheapWaveform: 'whole' | 'pieces' | null
}

/** Small images of a file on one JPEG, or the loudness of its audio as the JSON of a Waveform. */
export type PreviewSpec =
  | {
      kind: 'frames'
      columns: number
      rows: number
      frameWidth: number
      frameHeight: number
      /** When each image is shown, one for each cell, ascending. */
      times: number[]
      /** A image this near to its moment will do. */
      toleranceSeconds: number
    }
  | { kind: 'waveform'; peaksPerSecond: number; piece?: TimeRange | undefined }
  /** The JSON of Weights, from the file's index. */
  | { kind: 'sizeIndex' }
  /** The JSON of `{ bytes }`: how large a clip becomes, where that can be told with little work. */
  | { kind: 'size'; request: MeasuredRequest; range: TimeRange }

export interface PreviewOrder {
  source: ByteSource
  /** Where the audio is, if not beside the images; null: there is none. */
  audio?: ByteSource | null
  request: PreviewSpec
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
  /** Writes what was asked for; bounded in time and bytes, and cuts go first. Throws MediaWorkError, or the signal's reason. */
  readPreview(order: PreviewOrder, signal: AbortSignal): Promise<void>
  /** What it works with, as that calls itself; throws MediaWorkError, or the reason, when it cannot be used at all. */
  version(): Promise<string>
  /** Ends and refuses what is only looked at: a server that stops waits for cuts, not for images. */
  stopPreviews(): void
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
