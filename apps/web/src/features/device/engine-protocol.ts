import type { ClipSpec } from '@kerf/cutter/api/clip-spec'
import type { PlanFacts } from '@kerf/cutter/api/cut-plan'
import type { CutterErrorCode } from '@kerf/cutter/api/cutter-error'
import type { MediaFacts } from '@kerf/cutter/api/media-facts'
import type { SheetShape, ThumbnailsSpec } from '@kerf/cutter/api/preview'
import type { CutProgress, CutReceipt } from '@kerf/cutter/api/receipt'
import type { TimeRange } from '@kerf/cutter/api/time-range'
import type { LinkTrouble } from './link-error.ts'
import type { LinkedSource } from './link-port.ts'

/** Ranges of the open file, and the kind of clip to make of them. */
export interface CutRequest {
  ranges: readonly TimeRange[]
  spec: ClipSpec
}

/** A finished clip in the storage of this page, where it stays until the next cut. */
export interface FinishedCut {
  file: File
  receipt: CutReceipt
}

/** Calls of the engine. The worker has one open file at a time. */
export interface EngineCalls {
  open: { input: File | LinkedSource; answer: MediaFacts }
  /** Fails with a MissingCodec where this browser cannot make the clip. */
  plan: { input: CutRequest; answer: PlanFacts }
  /** The GOP that shows a time, as a fragmented MP4. */
  readGop: { input: { atSeconds: number }; answer: ArrayBuffer }
  /** Peaks of the audio in percent of full scale. */
  readPeaks: { input: { peaksPerSecond: number; part?: TimeRange }; answer: number[] }
  /** Thumbnails on one image. */
  drawSheet: { input: ThumbnailsSpec & SheetShape; answer: ArrayBuffer }
  cut: { input: CutRequest; answer: FinishedCut }
}
export type CallName = keyof EngineCalls
export type InputOf<Name extends CallName> = EngineCalls[Name]['input']
export type AnswerOf<Name extends CallName> = EngineCalls[Name]['answer']

/** Message to the worker: a call, or the end of one that nobody waits for any more. */
export type EngineRequest =
  | { [Name in CallName]: { id: number; name: Name; input: InputOf<Name> } }[CallName]
  | { id: number; name: 'cancel' }

/** A part of a cut that this browser cannot do. */
export type MissingCodec = 'webcodecs' | 'decodedVideo' | 'encodedVideo' | 'decodedAudio' | 'encodedAudio'

/** A failure as plain data. `engine_failed` is a mistake of our own. */
export interface EngineFault {
  code: CutterErrorCode | MissingCodec | LinkTrouble | 'engine_failed'
  message: string
  /** Time of the first frame that can be shown, for `begins_later`. */
  firstFrameSeconds?: number
}

/** Message of the worker about a call. */
export type EngineReport =
  | { id: number; answer: AnswerOf<CallName> }
  | { id: number; fault: EngineFault }
  | { id: number; progress: CutProgress }
