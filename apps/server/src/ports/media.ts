/** Media work in a process of its own: adapters/media-process. What is asked of it is said in the cutter's own words. */

import type { Receipt } from '@kerf/contract/download'
import type { ClipSpec } from '@kerf/cutter/api/clip-spec'
import type { PlanFacts } from '@kerf/cutter/api/cut-plan'
import type { MediaFacts as CutterFacts } from '@kerf/cutter/api/media-facts'
import type { FramePlace, ThumbnailsSpec, WaveformSpec } from '@kerf/cutter/api/preview'
import type { CutProgress as CutterProgress } from '@kerf/cutter/api/receipt'
import type { SourceId } from '@kerf/domain/links/link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { type LocatedRendition, MediaError, type MediaSource } from './sources.ts'

export interface MediaParts {
  /** The same object twice for a source that carries both. */
  video: MediaSource | null
  audio: MediaSource | null
}

export interface CutOrder {
  parts: MediaParts
  /** Which of the audio tracks in the file (facts.audioTracks), from 0; left out: the default. */
  audioTrack?: number
  ranges: TimeRange[]
  spec: ClipSpec
  /** Where the engine writes; on the file store's own disk, so that publishing is a rename. */
  filePath: string
}

/** As the media process gives it: what the subtitles are called is not known there. */
export interface CutterReceipt extends Omit<Receipt, 'audioTrack' | 'subtitles'> {
  /** How many cues are in the clip; absent if it was not asked for any. */
  cues?: number
}

export interface CutProgress extends Omit<CutterProgress, 'stage'> {
  stage: CutterProgress['stage'] | 'checking'
}

export interface MediaFacts extends CutterFacts {
  /** Whether a waveform of all its audio, or of a piece, can be read at a bearable cost. */
  cheapWaveform: 'whole' | 'pieces' | null
}

export type PreviewSpec =
  | ({ kind: 'thumbnails' } & ThumbnailsSpec)
  /** How loud it is: the JSON of a Waveform. */
  | ({ kind: 'waveform' } & Pick<WaveformSpec, 'peaksPerSecond' | 'part'>)
  | { kind: 'sizeIndex' }
  /** A clip as it will be cut, to be looked at beforehand. */
  | { kind: 'clip'; ranges: TimeRange[]; spec: ClipSpec }
  /** The cues of one of facts.textTracks, from 0: the JSON of SubtitleCue[]. */
  | { kind: 'captions'; track: number }

/** A GOP as a fragmented MP4, with the times of its source, from its first frame to the end of its last. */
export interface Gop extends TimeRange {
  bytes: Uint8Array
}

/** A frame as WebP, and when it is shown. */
export interface DrawnFrame extends TimeRange {
  bytes: Uint8Array
}

export interface FrameOrder {
  atSeconds: number
  place: FramePlace
  /** Pixels of the longer side at most. */
  width: number
}

export interface PreviewOrder {
  source: MediaSource
  /** Where the audio is, if not in the same file as the video; null: there is none. */
  audio?: MediaSource | null
  /** Which of the audio tracks in the file, from 0; left out: the default. */
  audioTrack?: number
  spec: PreviewSpec
  /** Where it is written; on the file store's own disk. */
  filePath: string
}

/** `expired`: the addresses of the source went stale under the work: resolve again and retry. */
export class MediaWorkError extends MediaError {
  override name = 'MediaWorkError'
}

export interface CutOptions {
  signal: AbortSignal
  onProgress: (progress: CutProgress) => void
  /** Whether other cuts wait for a slot. Without it, nobody does. */
  othersWait?: (() => boolean | Promise<boolean>) | undefined
  /** Called with the CPU time of each process; null where it is unknown. */
  onSpent?: (cpuSeconds: number | null) => void
}

/** Runs the cutter in a process of its own, with limits and without a network. */
export interface MediaEngine {
  inspect(parts: MediaParts, signal: AbortSignal): Promise<MediaFacts>
  /** Writes what was asked for; bounded in time and bytes, and cuts go first. Throws MediaWorkError, or the signal's reason. */
  readPreview(order: PreviewOrder, signal: AbortSignal): Promise<void>
  /** The GOP that shows a time, copied; `media_too_large` where it takes more bytes. Throws MediaWorkError, or the signal's reason. */
  readGop(source: MediaSource, order: { atSeconds: number; mostBytes: number }, signal: AbortSignal): Promise<Gop>
  /** One frame, decoded. Throws MediaWorkError, or the signal's reason. */
  drawFrame(source: MediaSource, order: FrameOrder, signal: AbortSignal): Promise<DrawnFrame>
  /** The version of FFmpeg, as it reports it; throws MediaWorkError, or the reason, when it cannot be used at all. */
  version(): Promise<string>
  /** Whether cuts have the memory for VP9 of 4K in its own codec. */
  hasAmpleMemory(): boolean
  /** Whether the kernel holds its processes, native code included, and yt-dlp too; or Node's permissions alone. */
  isConfined(): boolean
  /** Ends and refuses what is only looked at: a server that stops waits for cuts, not for images. */
  stopPreviews(): void
  /** Throws MediaWorkError (`source_timeout`: slow while others wait), or the signal's reason. */
  cut(order: CutOrder, options: CutOptions): Promise<CutterReceipt>
  close(): Promise<void>
}

export interface MediaPlanner {
  /** Reads indexes and writes nothing. Throws MediaWorkError, or the signal's reason. */
  plan(order: Omit<CutOrder, 'filePath'>, signal: AbortSignal): Promise<PlanFacts>
}

/** The first and last seconds of a clip. Equal orders share one file: adapters/previews. */
export interface EdgesOrder {
  source: SourceId
  /** The video's name in its source. */
  reference: string
  video: LocatedRendition
  /** The same as `video` where one file carries both; null: there is no audio. */
  audio: LocatedRendition | null
  audioTrack?: number
  ranges: TimeRange[]
  spec: ClipSpec
}

export interface EdgePreviews {
  /** An MP4. Throws SourceReadError (`busy`, `source_failed`), or the signal's reason. */
  read(order: EdgesOrder, signal: AbortSignal): Promise<Uint8Array>
}
