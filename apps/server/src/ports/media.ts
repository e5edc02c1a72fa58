/** Media work in a separate process: adapters/media-process. Requests use the cutter's types. */

import type { Receipt } from '@kerf/contract/download'
import type { ClipSpec } from '@kerf/cutter/api/clip-spec'
import type { PlanFacts } from '@kerf/cutter/api/cut-plan'
import type { MediaFacts as CutterFacts } from '@kerf/cutter/api/media-facts'
import type { FramePlace, ThumbnailsSpec, WaveformSpec } from '@kerf/cutter/api/preview'
import type { CutProgress as CutterProgress } from '@kerf/cutter/api/receipt'
import type { SourceId } from '@kerf/domain/links/source-ids'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { type LocatedRendition, MediaError, type MediaSource } from './sources.ts'

export interface MediaParts {
  /** The same object as `audio` if one file carries both. */
  video: MediaSource | null
  audio: MediaSource | null
}

export interface CutInput {
  parts: MediaParts
  /** Index into the file's audio tracks (facts.audioTracks), from 0; absent: the default track. */
  audioTrack?: number
  ranges: TimeRange[]
  spec: ClipSpec
  /** Output path, on the file store's own disk, so that publishing is a rename. */
  filePath: string
}

/** Reads the most-replayed graphs. */
export interface CutterReceipt extends Omit<Receipt, 'audioTrack' | 'subtitles'> {
  /** Number of subtitle cues in the clip; absent if none were requested. */
  cues?: number
}

export interface CutProgress extends Omit<CutterProgress, 'stage'> {
  stage: CutterProgress['stage'] | 'checking'
}

export interface MediaFacts extends CutterFacts {
  /** Whether few enough bytes give a waveform of the whole audio, or of a part; null for neither. */
  cheapWaveform: 'whole' | 'pieces' | null
}

export type PreviewSpec =
  | ({ kind: 'thumbnails' } & ThumbnailsSpec)
  /** Loudness over time, as JSON of a Waveform. */
  | ({ kind: 'waveform' } & Pick<WaveformSpec, 'peaksPerSecond' | 'part'>)
  | { kind: 'sizeIndex' }
  /** Preview of a clip, cut as the clip itself will be. */
  | { kind: 'clip'; ranges: TimeRange[]; spec: ClipSpec }
  /** Cues of a text track (index into facts.textTracks, from 0), as JSON of SubtitleCue[]. */
  | { kind: 'captions'; track: number }

/** A GOP as a fragmented MP4 with the source's timestamps. The range spans its first frame to the end of its last. */
export interface Gop extends TimeRange {
  bytes: Uint8Array
}

/** A frame as WebP, with its display time range. */
export interface DrawnFrame extends TimeRange {
  bytes: Uint8Array
}

export interface FrameRequest {
  atSeconds: number
  place: FramePlace
  /** Maximum number of pixels of the longer side. */
  width: number
}

export interface PreviewRequest {
  source: MediaSource
  /** The audio's file, if it is not the video's; null: there is no audio. */
  audio?: MediaSource | null
  /** Index into the file's audio tracks, from 0; absent: the default track. */
  audioTrack?: number
  spec: PreviewSpec
  /** Output path, on the file store's own disk. */
  filePath: string
}

/** Media work failed. `expired`: the source's addresses died meanwhile; resolve again and retry. */
export class MediaWorkError extends MediaError {
  override name = 'MediaWorkError'
}

export interface CutOptions {
  signal: AbortSignal
  onProgress: (progress: CutProgress) => void
  /** Whether other cuts wait for a slot; absent means no. */
  othersWait?: (() => boolean | Promise<boolean>) | undefined
  /** Receives the CPU time of each process; null if unknown. */
  onSpent?: (cpuSeconds: number | null) => void
}

export interface EngineFacts {
  /** Versions of FFmpeg and its package. */
  version: string
  /** Encoders and decoders that cuts need and the engine lacks. */
  missingCodecs: string[]
}

/** Runs the cutter in separate processes, with limits and without a network. */
export interface MediaEngine {
  inspect(parts: MediaParts, signal: AbortSignal): Promise<MediaFacts>
  /**
   * Writes the preview, bounded in time and bytes; cuts have priority. Throws MediaWorkError, or the signal's reason.
   */
  readPreview(request: PreviewRequest, signal: AbortSignal): Promise<void>
  /**
   * Returns the GOP that contains `atSeconds`. Throws MediaWorkError (`media_too_large`: more than `maxBytes`), or the
   * signal's reason.
   */
  readGop(source: MediaSource, request: { atSeconds: number; maxBytes: number }, signal: AbortSignal): Promise<Gop>
  /** Decodes one frame. Throws MediaWorkError, or the signal's reason. */
  drawFrame(source: MediaSource, request: FrameRequest, signal: AbortSignal): Promise<DrawnFrame>
  /** Throws if the engine cannot run: MediaWorkError, or the reason. */
  facts(): Promise<EngineFacts>
  /** Whether cuts have enough memory to re-encode 4K VP9 as VP9. */
  hasAmpleMemory(): boolean
  /**
   * Whether the kernel confines media processes and yt-dlp, native code included. False: only Node's permissions do.
   */
  isConfined(): boolean
  /** Ends running previews and refuses new ones. A stopping server waits only for cuts. */
  stopPreviews(): void
  /**
   * Cuts a clip. Throws MediaWorkError (`source_timeout`: the source is slow while other cuts wait), or the signal's
   * reason.
   */
  cut(request: CutInput, options: CutOptions): Promise<CutterReceipt>
  close(): Promise<void>
}

export interface MediaPlanner {
  /** Plans a cut from the indexes of the media, without writing. Throws MediaWorkError, or the signal's reason. */
  plan(request: Omit<CutInput, 'filePath'>, signal: AbortSignal): Promise<PlanFacts>
}

/** Request for a preview of a clip's first and last seconds. Equal requests share one cached file: adapters/previews. */
export interface EdgesRequest {
  source: SourceId
  /** Id of the video within its source, and of the window of a live one. */
  reference: string
  video: LocatedRendition
  /** The same object as `video` if one file carries both; null: there is no audio. */
  audio: LocatedRendition | null
  audioTrack?: number
  ranges: TimeRange[]
  spec: ClipSpec
}

/** File of a finished clip with frames. */
export interface StoredClip {
  fileKey: string
  sizeBytes: number
  /** Displayed size in pixels. */
  width: number
  height: number
}

export interface ClipPosters {
  /**
   * First frame of a clip as JPEG, cached. Throws SourceReadError (`busy`, `source_failed`), or the signal's reason.
   */
  draw(clip: StoredClip, signal: AbortSignal): Promise<Uint8Array>
}

export interface EdgePreviews {
  /** Returns an MP4. Throws SourceReadError (`busy`, `source_failed`), or the signal's reason. */
  read(request: EdgesRequest, signal: AbortSignal): Promise<Uint8Array>
}
