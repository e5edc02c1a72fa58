/** Messages between the server and a media process. Bytes need no encoding, since the channel clones buffers. */

import { receipt } from '@kerf/contract/download'
import type { ClipSpec } from '@kerf/cutter/api/clip-spec'
import type { PlanFacts } from '@kerf/cutter/api/cut-plan'
import type { ByteRange, SegmentBytes, SegmentSource } from '@kerf/cutter/api/segment-source'
import { MAX_CHAPTERS } from '@kerf/cutter/api/subtitles'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { z } from 'zod'
import type {
  CutProgress,
  CutterReceipt,
  DrawnFrame,
  EngineFacts,
  FrameRequest,
  Gop,
  MediaFacts,
  PreviewSpec,
} from '../../ports/media.ts'

export type PartName = 'video' | 'audio'

/** Shape of a file or of media in segments. The process requests its bytes under the name of the part. */
export type PartShape = { sizeBytes: number } | Pick<SegmentSource, 'segments' | 'initSections' | 'timeline'>

export interface PartShapes {
  /** Null if there is no video part. */
  video: PartShape | null
  audio: PartShape | null
  muxed: boolean
}

/** Media to open. `audioTrack` is the index of an audio track; the default track if absent. */
interface Opening {
  parts: PartShapes
  audioTrack?: number
}

/**
 * A process takes one request, or several `gop` and `frame` requests about the same file in sequence. Previews
 * (thumbnails, waveform, sizeIndex, captions, clip) are written into a file.
 */
export type MediaRequest =
  | ({ kind: 'inspect' } & Opening)
  | ({ kind: 'plan'; ranges: TimeRange[]; spec: ClipSpec; maxCodecBytes: number } & Opening)
  | ({
      kind: 'cut'
      ranges: TimeRange[]
      spec: ClipSpec
      filePath: string
      /** Folder that only this cut uses. The process creates it, and the server removes it. */
      workPath: string
      maxClipBytes: number
      /** Memory limit of decoder and encoder together, in bytes. */
      maxCodecBytes: number
      encoderThreads: number
    } & Opening)
  | ({ filePath: string } & Opening & PreviewSpec)
  | ({ kind: 'gop'; atSeconds: number; maxBytes: number } & Opening)
  | ({ kind: 'frame' } & FrameRequest & Opening)
  | { kind: 'version' }

export type ReadAnswer =
  | { kind: 'bytes'; readId: number; bytes: Uint8Array }
  | { kind: 'segment'; readId: number; segment: SegmentBytes }
  | { kind: 'notRead'; readId: number; message: string }

export type ToMediaProcess = MediaRequest | ReadAnswer

export type ReadRequest =
  | { kind: 'readBytes'; readId: number; part: PartName; start: number; end: number }
  | { kind: 'readSegment'; readId: number; part: PartName; segment: number; byteRange: ByteRange | null }
  | { kind: 'readInitSection'; readId: number; part: PartName; initSection: number }

export type MediaResult =
  | { of: 'inspect'; facts: MediaFacts }
  | { of: 'plan'; plan: PlanFacts }
  | { of: 'cut'; receipt: CutterReceipt }
  | { of: 'preview' }
  | { of: 'gop'; gop: Gop }
  | { of: 'frame'; frame: DrawnFrame }
  | ({ of: 'version' } & EngineFacts)

export type FromMediaProcess =
  | { kind: 'ready' }
  | { kind: 'opened' }
  | ReadRequest
  | { kind: 'progress'; progress: CutProgress }
  | { kind: 'done'; result: MediaResult }
  /** `causes` lists the causes of the error, one per line. */
  | { kind: 'failed'; code: ErrorCode; message: string; causes: string; firstFrameSeconds?: number }

const nonNegativeInteger = z.number().int().nonnegative()
const readFields = { readId: nonNegativeInteger, part: z.enum(['video', 'audio']) }
const MAX_STREAMS = 8
const MAX_NAME_LENGTH = 200
const labelFields = {
  language: z.string().max(MAX_NAME_LENGTH).nullable(),
  name: z.string().max(MAX_NAME_LENGTH).nullable(),
}
const factsSchema = z.object({
  durationSeconds: z.number(),
  container: z.string(),
  video: z
    .object({
      codec: z.string(),
      width: z.number(),
      height: z.number(),
      frameRate: z.number(),
      rotation: z.number(),
      mirrored: z.boolean(),
      copyable: z.boolean(),
    })
    .nullable(),
  audio: z.object({ codec: z.string(), sampleRate: z.number(), channels: z.number() }).nullable(),
  clockSeconds: z.number().exactOptional(),
  audioTracks: z
    .array(z.object({ ...labelFields, codec: z.string(), channels: z.number(), isDefault: z.boolean() }))
    .max(MAX_STREAMS)
    .exactOptional(),
  textTracks: z
    .array(z.object({ ...labelFields, codec: z.enum(['mov_text', 'webvtt', 'subrip']) }))
    .max(MAX_STREAMS)
    .exactOptional(),
  chapters: z
    .array(z.object({ startTime: z.number(), endTime: z.number(), title: z.string().max(MAX_NAME_LENGTH) }))
    .max(MAX_CHAPTERS)
    .exactOptional(),
  unreadableAudio: z.string().exactOptional(),
  cheapWaveform: z.enum(['whole', 'pieces']).nullable(),
}) satisfies z.ZodType<MediaFacts>
const cutterReceiptSchema = receipt
  .omit({ audioTrack: true, subtitles: true })
  .extend({ cues: nonNegativeInteger.exactOptional() })
const timedBytesSchema = z.object({ bytes: z.instanceof(Uint8Array), startTime: z.number(), endTime: z.number() })
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The process decodes untrusted files, so its messages are accepted only in these shapes. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('opened') }),
  z.object({ kind: z.literal('readBytes'), ...readFields, start: nonNegativeInteger, end: nonNegativeInteger }),
  z.object({
    kind: z.literal('readSegment'),
    ...readFields,
    segment: nonNegativeInteger,
    byteRange: z.object({ start: nonNegativeInteger, end: nonNegativeInteger }).nullable(),
  }),
  z.object({ kind: z.literal('readInitSection'), ...readFields, initSection: nonNegativeInteger }),
  z.object({
    kind: z.literal('progress'),
    progress: z.object({ done: z.number(), stage: z.enum(['reading', 'encoding', 'writing', 'checking']) }),
  }),
  z.object({
    kind: z.literal('done'),
    result: z.discriminatedUnion('of', [
      z.object({ of: z.literal('inspect'), facts: factsSchema }),
      z.object({ of: z.literal('plan'), plan: z.custom<PlanFacts>(isObject) }),
      z.object({ of: z.literal('cut'), receipt: cutterReceiptSchema }),
      z.object({ of: z.literal('preview') }),
      z.object({ of: z.literal('gop'), gop: timedBytesSchema }),
      z.object({ of: z.literal('frame'), frame: timedBytesSchema }),
      z.object({ of: z.literal('version'), version: z.string(), missingCodecs: z.array(z.string()) }),
    ]),
  }),
  z.object({
    kind: z.literal('failed'),
    code: z.enum(ERROR_CODES),
    message: z.string(),
    causes: z.string(),
    firstFrameSeconds: z.number().optional(),
  }),
]) satisfies z.ZodType<FromMediaProcess>

export function parseFromMediaProcess(message: unknown): FromMediaProcess | null {
  return messageSchema.safeParse(message).data ?? null
}
