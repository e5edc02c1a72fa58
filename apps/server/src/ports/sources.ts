/** Where videos come from: adapters/sample, local-file, youtube and media-link. */

import type { Readable } from 'node:stream'
import type { Filmstrip, Waveform } from '@kerf/contract/video'
import type { SegmentSource as CutterSegments } from '@kerf/cutter/api/segment-source'
import type { AudioTrackChoice, CaptionsChoice, Chapter, Transcript } from '@kerf/domain/captions/transcript'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { ReasonedCause } from '@kerf/domain/errors/refusal-reasons'
import type { Rendition } from '@kerf/domain/formats/rendition-choice'
import type { SourceId } from '@kerf/domain/links/link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { SizeIndex } from '@kerf/domain/sizes/size-estimate'

/** The container of a rendition that comes in the segments of an HLS playlist. */
export const PLAYLIST_CONTAINER = 'hls'

/** A rendition and where its bytes are. The address is the source's own affair: a URL, or a file's name for the sample. */
export interface LocatedRendition extends Rendition {
  address: string
  headers: Record<string, string>
  /** The id of the outgoing address that it has to be read by; absent where any will do. */
  egress?: string
}

/** What it takes to read a rendition. */
export type ReadableRendition = Pick<LocatedRendition, 'address' | 'headers' | 'egress'>

export interface LocatedFilmstrip extends Omit<Filmstrip, 'sheets'> {
  sheetAddresses: string[]
}

/** Captions and where they are. The address is the source's own affair. */
export interface LocatedCaptions extends CaptionsChoice {
  address: string
  headers?: Record<string, string>
  /** As of a rendition. */
  egress?: string
}

/** An audio track that a rendition of its own carries (Rendition.audioTrack), or that lies in a file with others. */
export interface LocatedAudioTrack extends AudioTrackChoice {
  /** Its index among the audio tracks of each rendition's file; absent where renditions carry one each. */
  inFile?: number
}

/** A video as its source describes it. Plain JSON: cached in the database while the addresses are valid. */
export interface ResolvedVideo {
  title: string
  durationSeconds: number
  thumbnailAddress: string | null
  channel: string | null
  /** The channel's id or handle: `UC...`, `@handle`. Absent in older records, and where there is none. */
  channelIds?: string[]
  /** The addresses from which a media file really came, after redirects, without their queries; once only the hosts. Absent where that is nothing to go by. */
  servedFrom?: string[]
  views: number | null
  /** ISO date */
  publishedAt: string | null
  renditions: LocatedRendition[]
  filmstrip: LocatedFilmstrip | null
  /** Absent in older records. */
  waveform?: LocatedWaveform | null
  /** The best choice first. Absent in older records. */
  captions?: LocatedCaptions[]
  /** Absent in older records. */
  chapters?: Chapter[]
  /** The original first. Absent in older records, and where there is no choice. */
  audioTracks?: LocatedAudioTrack[]
  /** ISO date and time after which the addresses may be dead; null when they live as long as the file. */
  addressesExpireAt: string | null
  /**
   * The step that found it, the id of the outgoing address it asked by ('': the usual one), and the IP address that the source saw.
   * Absent in older records, and where there is one step only.
   */
  resolvedBy?: { step: string; egress: string; ip: string | null }
}

/** A video as it is stored with its viewer: all that a choice needs, and no address. Those stand in the resolution. */
export interface VideoDetails
  extends Pick<
    ResolvedVideo,
    | 'title'
    | 'durationSeconds'
    | 'channel'
    | 'channelIds'
    | 'servedFrom'
    | 'views'
    | 'publishedAt'
    | 'chapters'
    | 'audioTracks'
  > {
  hasThumbnail: boolean
  renditions: Rendition[]
  filmstrip: (Omit<Filmstrip, 'sheets'> & { sheetCount: number }) | null
  waveform: Omit<LocatedWaveform, 'address'> | null
  captions?: CaptionsChoice[]
}

export interface LocatedWaveform {
  peaksPerSecond: number
  address: string
  /** It is read in pieces: the whole would be too much. */
  inPieces?: boolean
}

/** Where something went wrong, and the nearest cause of it. Viewers see the reason and what it is about, the log sees all. */
export interface Trouble extends Partial<ReasonedCause> {
  host?: string
  /** The system's code: `EAI_AGAIN`, `CERT_HAS_EXPIRED`. */
  systemCode?: string
  /** The host and port that OUTBOUND_ALLOW would have to name: for admins. */
  forbidden?: string
}

export type Refusal = {
  ok: false
  code: ErrorCode
  retryAfterSeconds?: number
  /** Why, in the source's own words: for the log and for admins, and never answered to a viewer. */
  cause?: string
  trouble?: Trouble
  /** The way of asking that failed. */
  step?: string
}

export type Resolution =
  | {
      ok: true
      video: ResolvedVideo
      /**
       * Looks whether its addresses live; absent where they surely do. null when they do; else what to do instead: the video by other
       * addresses, or why there are none. Bounded in time.
       */
      checked?: () => Promise<Resolution | null>
    }
  | Refusal

/** Random access to one media file; the same shape that the cutter reads. */
export interface ByteSource {
  readonly sizeBytes: number
  /** The address that the bytes come from, after redirects, without its query. */
  readonly servedFrom?: string
  /** Identifies this version of the file. Absent where that is impossible. */
  readonly identity?: string
  /** Bytes start..end (exclusive). Throws SourceReadError. `onBytes` reports progress. */
  read(start: number, end: number, signal?: AbortSignal, onBytes?: (count: number) => void): Promise<Uint8Array>
}

/** Media in segments, as the cutter reads it: each comes decrypted. Throws SourceReadError. */
export interface SegmentSource extends CutterSegments {
  readonly servedFrom?: string
}

export type MediaSource = ByteSource | SegmentSource

/** For callers that only read files. Throws SourceReadError for media in segments. */
export function asFile(source: MediaSource): ByteSource {
  if ('segments' in source) throw new SourceReadError('unsupported_media', 'It comes in segments.')
  return source
}

/** The same source; `through` gets a function that reads from it, to bound, watch or redirect each read. */
export function readingThrough<S extends MediaSource>(
  source: S,
  through: <T>(
    read: (from: MediaSource) => Promise<T>,
    bytesOf: (found: T) => number,
    signal: AbortSignal | undefined,
  ) => Promise<T>,
  servedFrom = () => source.servedFrom,
): S {
  const read: ByteSource['read'] = (start, end, signal, onBytes) =>
    through(
      (from) => (from as ByteSource).read(start, end, signal, onBytes),
      (bytes) => bytes.byteLength,
      signal,
    )
  const readSegment: SegmentSource['readSegment'] = (index, byteRange, signal, onBytes) =>
    through(
      (from) => (from as SegmentSource).readSegment(index, byteRange, signal, onBytes),
      ({ bytes }) => bytes.byteLength,
      signal,
    )
  const readInitSection: SegmentSource['readInitSection'] = (index, signal, onBytes) =>
    through(
      (from) => (from as SegmentSource).readInitSection(index, signal, onBytes),
      (bytes) => bytes.byteLength,
      signal,
    )
  const reads = 'segments' in source ? { readSegment, readInitSection } : { read }
  return Object.defineProperty({ ...source, ...reads }, 'servedFrom', { get: servedFrom, enumerable: true })
}

/** Media cannot be read or worked on. `code` is for viewers; `expired` means that addresses must be resolved again. */
export class MediaError extends Error {
  readonly code: ErrorCode
  readonly expired: boolean
  readonly trouble: Trouble | undefined
  constructor(
    code: ErrorCode,
    message: string,
    options: { expired?: boolean; cause?: unknown; trouble?: Trouble | undefined } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.expired = options.expired ?? false
    this.trouble = options.trouble
  }
}

/** What an error means for whoever asked. */
export function refusalOf(error: MediaError): Refusal {
  const { code, trouble } = error
  return { ok: false, code, cause: failureCause(error), ...(trouble && { trouble }) }
}

/** Reading the source failed. */
export class SourceReadError extends MediaError {
  override name = 'SourceReadError'
}

export interface FetchedImage {
  mediaType: string
  bytes: Uint8Array
}

export interface VideoSource {
  /** Asks the source about a video; bounded in time. Expected refusals are values. `avoid`: steps whose addresses have died. */
  resolve(reference: string, signal: AbortSignal, avoid?: readonly string[]): Promise<Resolution>
  /** Whether the addresses in a video that was resolved earlier, maybe by another process, live for this one. Absent: always. */
  canRead?(video: ResolvedVideo): boolean
  openRendition(rendition: LocatedRendition, signal: AbortSignal): Promise<MediaSource>
  /** A thumbnail or a sheet of the filmstrip; throws SourceReadError. */
  fetchImage(address: string, signal: AbortSignal): Promise<FetchedImage>
  /** Of the whole, or of a piece. Absent where no video has a waveform. Throws SourceReadError. */
  readWaveform?(address: string, signal: AbortSignal, piece?: TimeRange): Promise<Waveform>
  /** What captions of this video say, bounded in time and size. Absent where no video has captions. Throws SourceReadError. */
  readCaptions?(video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal): Promise<Transcript>
  /** The same as JSON in gzip, as it is cached; absent where it is not. Throws SourceReadError. */
  openCaptions?(video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal): Promise<Readable>
  /** The size index of a video. Absent where there is none. Throws SourceReadError. */
  readSizeIndex?(video: ResolvedVideo, signal: AbortSignal): Promise<SizeIndex>
}

export type { SizeIndex } from '@kerf/domain/sizes/size-estimate'

export type VideoSources = Readonly<Partial<Record<SourceId, VideoSource>>>
