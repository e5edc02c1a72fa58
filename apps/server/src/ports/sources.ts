/** Sources of videos: adapters/sample, local-file, youtube, sites, peertube and media-link. */

import type { Readable } from 'node:stream'
import type { Filmstrip, Waveform } from '@kerf/contract/video'
import type { SegmentSource as CutterSegments } from '@kerf/cutter/api/segment-source'
import type { AudioTrackChoice, CaptionsChoice, Chapter, Transcript } from '@kerf/domain/captions/transcript'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { ReasonedCause } from '@kerf/domain/errors/refusal-reasons'
import type { Rendition } from '@kerf/domain/formats/rendition-choice'
import type { SourceId } from '@kerf/domain/links/source-ids'
import type { HeatStep } from '@kerf/domain/marks/mark'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { SizeIndex } from '@kerf/domain/sizes/size-estimate'
import type { HeatReader } from './marks.ts'

/** Container name of renditions that consist of HLS segments. */
export const PLAYLIST_CONTAINER = 'hls'

/** A rendition and its address. Only the source interprets the address: a URL, or a file name for the sample. */
export interface LocatedRendition extends Rendition {
  address: string
  headers: Record<string, string>
  /** Id of the required outgoing IP address; absent if any works. */
  egress?: string
}

/** Fields that are needed to read a rendition. */
export type ReadableRendition = Pick<LocatedRendition, 'address' | 'headers' | 'egress'>

export interface LocatedFilmstrip extends Omit<Filmstrip, 'sheets'> {
  sheetAddresses: string[]
}

/** Captions and their address. Only the source interprets the address. */
export interface LocatedCaptions extends CaptionsChoice {
  address: string
  headers?: Record<string, string>
  /** Id of the required outgoing IP address; absent if any works. */
  egress?: string
}

/** An audio track, in a rendition of its own (Rendition.audioTrack) or in a file with others. */
export interface LocatedAudioTrack extends AudioTrackChoice {
  /** Index among the audio tracks of each rendition's file; absent if each rendition carries one track. */
  inFile?: number
}

/** A source's description of a video. Plain JSON, cached in the database while the addresses are valid. */
export interface ResolvedVideo {
  title: string
  durationSeconds: number
  thumbnailAddress: string | null
  channel: string | null
  /** The channel's id or handle: `UC...`, `@handle`, `twitch:name`. Absent in older records, and if there is none. */
  channelIds?: string[]
  /**
   * Final addresses of a media file after redirects, without query; only hosts in older records. Absent if they
   * identify nothing.
   */
  servedFrom?: string[]
  views: number | null
  /** ISO date */
  publishedAt: string | null
  renditions: LocatedRendition[]
  filmstrip: LocatedFilmstrip | null
  /** Absent in older records. */
  waveform?: LocatedWaveform | null
  /** Best choice first. Absent in older records. */
  captions?: LocatedCaptions[]
  /** Absent in older records. */
  chapters?: Chapter[]
  /** The most-replayed graph. Absent in older records, and if the source has none. */
  heat?: HeatStep[]
  /** Original first. Absent in older records, and if there is no choice. */
  audioTracks?: LocatedAudioTrack[]
  /** Present for a live stream. Its timeline is the part that could be rewound at the time of the lookup. */
  live?: LiveState
  /** ISO time from which the addresses may be dead; null if they live as long as the file. */
  addressesExpireAt: string | null
  /**
   * The resolver step that answered, the id of its outgoing IP address ('': the default one), and the IP address that
   * the source saw. Absent in older records, and for sources with only one step.
   */
  resolvedBy?: { step: string; egress: string; ip: string | null }
}

/** The window of a live stream. Ranges of its video count from the beginning of this window. */
interface LiveState {
  /** Each lookup has a window of its own. */
  id: string
  /** ISO time of the lookup. */
  at: string
}

/**
 * A video as stored with its viewer: all data for the page's choices, but no addresses. The cached resolution has the
 * addresses.
 */
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
    | 'heat'
    | 'audioTracks'
    | 'live'
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
  /** Whether the waveform is read in parts, because the whole would take too many bytes. */
  inPieces?: boolean
}

/** Place and cause of a failure. Viewers see the reason and its subject, the log has all fields. */
export interface Trouble extends Partial<ReasonedCause> {
  host?: string
  /** Error code of the system: `EAI_AGAIN`, `CERT_HAS_EXPIRED`. */
  systemCode?: string
  /** Refused host and port, as OUTBOUND_ALLOW would have to name them; for admins. */
  forbidden?: string
}

export type Refusal = {
  ok: false
  code: ErrorCode
  retryAfterSeconds?: number
  /** Cause in the source's own words, for the log and admins. Viewers never get it. */
  cause?: string
  trouble?: Trouble
  /** The resolver step that failed. */
  step?: string
}

export type Resolution =
  | {
      ok: true
      video: ResolvedVideo
      /**
       * Checks whether the addresses work; absent if no check is needed. Resolves to null if they do, else to the video
       * with other addresses or to a refusal. Bounded in time.
       */
      checked?: () => Promise<Resolution | null>
    }
  | Refusal

/** Random access to one media file, in the shape that the cutter reads. */
export interface ByteSource {
  readonly sizeBytes: number
  /** Final address of the bytes after redirects, without query. */
  readonly servedFrom?: string
  /** Identifies this version of the file. Absent if the server gives no identifier. */
  readonly identity?: string
  /** Bytes start..end (exclusive). Throws SourceReadError. `onBytes` reports progress. */
  read(start: number, end: number, signal?: AbortSignal, onBytes?: (count: number) => void): Promise<Uint8Array>
}

/** Media in decrypted segments, in the shape that the cutter reads. Reads throw SourceReadError. */
export interface SegmentSource extends CutterSegments {
  readonly servedFrom?: string
}

export type MediaSource = ByteSource | SegmentSource

/** Narrows a source to a single file. Throws SourceReadError for media in segments. */
export function asFile(source: MediaSource): ByteSource {
  if ('segments' in source) throw new SourceReadError('unsupported_media', 'It comes in segments.')
  return source
}

/** Wraps a source so that `runRead` runs each read. It may limit, watch or redirect the read. */
export function readingThrough<S extends MediaSource>(
  source: S,
  runRead: <T>(
    read: (from: MediaSource) => Promise<T>,
    bytesOf: (result: T) => number,
    signal: AbortSignal | undefined,
  ) => Promise<T>,
  servedFrom = () => source.servedFrom,
): S {
  const read: ByteSource['read'] = (start, end, signal, onBytes) =>
    runRead(
      (from) => (from as ByteSource).read(start, end, signal, onBytes),
      (bytes) => bytes.byteLength,
      signal,
    )
  const readSegment: SegmentSource['readSegment'] = (index, byteRange, signal, onBytes) =>
    runRead(
      (from) => (from as SegmentSource).readSegment(index, byteRange, signal, onBytes),
      ({ bytes }) => bytes.byteLength,
      signal,
    )
  const readInitSection: SegmentSource['readInitSection'] = (index, signal, onBytes) =>
    runRead(
      (from) => (from as SegmentSource).readInitSection(index, signal, onBytes),
      (bytes) => bytes.byteLength,
      signal,
    )
  const readMethods = 'segments' in source ? { readSegment, readInitSection } : { read }
  return Object.defineProperty({ ...source, ...readMethods }, 'servedFrom', { get: servedFrom, enumerable: true })
}

/** Media cannot be read or processed. `code` is for viewers; `expired` means that addresses must be resolved again. */
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

/** Converts an error into a refusal. */
export function refusalOfMediaError(error: MediaError): Refusal {
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

/** The video of a user's clip, and its range in seconds. */
export type ClipResolution = ({ ok: true; reference: string } & TimeRange) | Refusal

/** One video of a list. */
export interface ListedVideo {
  reference: string
  title: string
  channel: string | null
  durationSeconds: number | null
}

export type PlaylistResolution =
  | {
      ok: true
      title: string
      /** Distinct videos in the order of the list, up to a limit. */
      videos: ListedVideo[]
      /** Number of entries that are private or deleted. */
      unavailable: number
      /** Whether the list has no further entries. */
      isWhole: boolean
    }
  | Refusal

export interface StoreSegmentsOptions {
  maxBytes: number
  signal: AbortSignal
  /** Whether the segments are still needed. Called before each segment. */
  isNeeded(): Promise<boolean>
}

export interface VideoSource {
  /**
   * Resolves a video, bounded in time. Expected refusals are values. `avoidedSteps`: steps whose addresses have died.
   */
  resolve(reference: string, signal: AbortSignal, avoidedSteps?: readonly string[]): Promise<Resolution>
  /** Finds the video of a user's clip, bounded in time. Absent if the source has no such clips. */
  findClip?(clipId: string, signal: AbortSignal): Promise<ClipResolution>
  /** Lists the videos of a playlist, bounded in time and number. Absent if the source has no playlists. */
  listVideos?(playlistId: string, signal: AbortSignal): Promise<PlaylistResolution>
  /** Reads most-replayed graphs that resolutions do not have. Absent if there are none. */
  heat?: HeatReader
  /**
   * Whether this process can use the addresses of a cached resolution, which another process may have stored. Absent:
   * always.
   */
  canRead?(video: ResolvedVideo): boolean
  /** @param ranges of a live stream, only what these ranges need is opened; absent: everything */
  openRendition(rendition: LocatedRendition, signal: AbortSignal, ranges?: readonly TimeRange[]): Promise<MediaSource>
  /**
   * Stores what some ranges of a live stream need before it leaves the stream, as far as disk and `maxBytes` allow.
   * Holds of one owner wait for each other. Absent if the source has no live streams. Throws SourceReadError.
   */
  storeSegments?(
    rendition: LocatedRendition,
    ranges: readonly TimeRange[],
    options: StoreSegmentsOptions,
  ): Promise<void>
  /** Fetches a thumbnail or a filmstrip sheet. Throws SourceReadError. */
  fetchImage(address: string, signal: AbortSignal): Promise<FetchedImage>
  /** Reads the waveform of the whole video, or of a part. Absent if no video has a waveform. Throws SourceReadError. */
  readWaveform?(address: string, signal: AbortSignal, part?: TimeRange): Promise<Waveform>
  /** Reads captions of a video, bounded in time and size. Absent if no video has captions. Throws SourceReadError. */
  readCaptions?(video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal): Promise<Transcript>
  /** Streams the cached transcript as gzipped JSON. Absent if the source caches none. Throws SourceReadError. */
  openCaptions?(video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal): Promise<Readable>
  /** Reads the size index of a video. Absent if no video has one. Throws SourceReadError. */
  readSizeIndex?(video: ResolvedVideo, signal: AbortSignal): Promise<SizeIndex>
}

export type { SizeIndex } from '@kerf/domain/sizes/size-estimate'

export type VideoSources = Readonly<Partial<Record<SourceId, VideoSource>>>
