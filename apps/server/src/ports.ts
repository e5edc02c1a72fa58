/**
 * What the use cases need from outside. Each interface is served by one folder in adapters/; config/wire.ts puts them together.
 */
import type { Readable } from 'node:stream'
import type { SiteSettings } from '@kerf/contract/admin-settings'
import type { Receipt } from '@kerf/contract/download'
import type { Waveform } from '@kerf/contract/video'
import type { ClipFormat } from '@kerf/domain/clip-format'
import type { VideoWeights } from '@kerf/domain/clip-weights'
import type { ErrorCode } from '@kerf/domain/error-codes'
import type { SoundPiece } from '@kerf/domain/film'
import type { SourceId } from '@kerf/domain/link'
import type { QualityId } from '@kerf/domain/quality'
import type { QueueClass } from '@kerf/domain/queue-turns'
import type { Rendition } from '@kerf/domain/rendition-choice'
import type { TrimRange } from '@kerf/domain/trim-range'
import type { ViewerKind } from '@kerf/domain/viewer'
import type { AccountRecords } from './account-ports.ts'
import type { AdminRecords } from './admin-ports.ts'
import type { PaymentRecords } from './payment-ports.ts'

export interface Clock {
  now(): Date
}

// --- Sources ----------------------------------------------------------------------------------------------------------

/** A rendition and where its bytes are. The address is the source's own affair: a URL, or a file's name for the sample. */
export interface LocatedRendition extends Rendition {
  address: string
  headers: Record<string, string>
}

export interface LocatedFilmstrip {
  frameWidth: number
  frameHeight: number
  columns: number
  rows: number
  frameCount: number
  secondsPerFrame: number
  sheetAddresses: string[]
}

/** Everything a source tells about a video. Plain JSON: it is kept in the database while the addresses live. */
export interface ResolvedVideo {
  title: string
  durationSeconds: number
  thumbnailAddress: string | null
  channel: string | null
  /** What the channel is known by: `UC...`, `@handle`. Absent in what was kept before there were any, and where there is none. */
  channelIds?: string[]
  /** The addresses from which a media file really came, after redirects, without their queries; once only the hosts. Absent where that is nothing to go by. */
  servedFrom?: string[]
  views: number | null
  /** ISO date */
  publishedAt: string | null
  renditions: LocatedRendition[]
  filmstrip: LocatedFilmstrip | null
  /** Absent in what was kept before there were any. */
  waveform?: LocatedWaveform | null
  /** ISO date and time after which the addresses may be dead; null when they live as long as the file. */
  addressesExpireAt: string | null
}

export interface LocatedWaveform {
  peaksPerSecond: number
  address: string
  /** It is read piece by piece: the whole would be too much. */
  inPieces?: boolean
}

export type Refusal = {
  ok: false
  code: ErrorCode
  retryAfterSeconds?: number
  /** Why, in the source's own words: for the log and for admins, and never answered to a viewer. */
  cause?: string
}
export type Resolution = { ok: true; video: ResolvedVideo } | Refusal

/** Random access to one media file; the same shape that the cutter reads. */
export interface ByteSource {
  readonly sizeBytes: number
  /** The address that the bytes come from, after redirects, without its query. Absent where nobody asks. */
  readonly servedFrom?: string
  /** Tells this file from every other, and from what it was before it was changed. Absent where nothing tells. */
  readonly identity?: string
  /**
   * Exactly the bytes from start up to, not including, end. Throws SourceReadError. A source that waits for them tells of
   * each few that came: a slow one is no dead one.
   */
  read(start: number, end: number, signal?: AbortSignal, onBytes?: (count: number) => void): Promise<Uint8Array>
}

/** The source stopped serving bytes. `code` is what a person may be told; `expired` asks for a fresh resolution. */
export class SourceReadError extends Error {
  readonly code: ErrorCode
  readonly expired: boolean
  constructor(code: ErrorCode, message: string, options: { expired?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'SourceReadError'
    this.code = code
    this.expired = options.expired ?? false
  }
}

export interface FetchedImage {
  mediaType: string
  bytes: Uint8Array
}

/** A place that can serve videos. */
export interface VideoSource {
  /** Asks the source about a video; bounded in time. Expected refusals are values. */
  resolve(reference: string, signal: AbortSignal): Promise<Resolution>
  openRendition(rendition: LocatedRendition, signal: AbortSignal): Promise<ByteSource>
  /** A thumbnail or a sheet of the filmstrip; throws SourceReadError. */
  fetchImage(address: string, signal: AbortSignal): Promise<FetchedImage>
  /** Of the whole, or of a piece where it is in pieces. Missing where no video ever has a waveform. Throws SourceReadError. */
  readWaveform?(address: string, signal: AbortSignal, piece?: SoundPiece): Promise<Waveform>
  /** Where in a video its bytes are. Missing where nobody can tell. Throws SourceReadError. */
  readWeights?(video: ResolvedVideo, signal: AbortSignal): Promise<Weights>
  /** The same, only if it was read before, as somebody was told by it; asks nobody. */
  keptWeights?(video: ResolvedVideo): Promise<Weights | null>
}

export type Weights = VideoWeights

export type VideoSources = Readonly<Partial<Record<SourceId, VideoSource>>>

// --- Media ------------------------------------------------------------------------------------------------------------

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
  /**
   * An MP4 of H.264; null: in the size that it has. What has to be encoded anew takes `share` of what the source takes for
   * it, or whatever a constant quality makes; and all pictures take what was told of them, as far as it looks right.
   */
  | { kind: 'video'; height: number | null; share?: number; pictureBytes?: number }
  /** In the codecs that it has. */
  | { kind: 'original'; pictureBytes?: number }
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

/** Runs the cutter in a process of its own, with limits and without a network. */
export interface MediaEngine {
  inspect(parts: MediaParts, signal: AbortSignal): Promise<MediaFacts>
  /** Writes what was wished for; bounded in time and bytes, and cuts go first. Throws MediaWorkError, or the signal's reason. */
  readFilm(order: FilmOrder, signal: AbortSignal): Promise<void>
  /** What it works with, as that calls itself; throws MediaWorkError, or the reason, when it cannot be used at all. */
  version(): Promise<string>
  /** Ends and refuses what is only looked at: a server that stops waits for cuts, not for pictures. */
  stopFilms(): void
  /** Cuts, probes the finished file and answers its receipt; throws MediaWorkError, or the signal's reason. */
  cut(order: CutOrder, options: { signal: AbortSignal; onProgress: (progress: CutProgress) => void }): Promise<Receipt>
  close(): Promise<void>
}

/** The engine's first half: what a cut would do. */
export interface MediaPlanner {
  /** Reads indexes and writes nothing. Throws MediaWorkError, or the signal's reason. */
  plan(order: Omit<CutOrder, 'filePath'>, signal: AbortSignal): Promise<PlannedCut>
}

// --- Records ----------------------------------------------------------------------------------------------------------

/** Who asks: somebody with an account, whose id this is then, or a stranger known by a cookie. */
export interface ViewerRecord {
  id: string
  kind: ViewerKind
}

export interface VideoRecord {
  id: string
  viewerId: string
  source: SourceId
  reference: string
  /** The link as it was pasted, trimmed. */
  link: string
  range: TrimRange
  details: ResolvedVideo
  createdAt: Date
}

export type ClipStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'expired'
export type ClipStage = 'waiting' | 'resolving' | 'reading' | 'encoding' | 'writing' | 'checking' | 'done'

/** The identity of a wish: equal wishes are answered from one clip while it lives. */
export interface Wish {
  source: SourceId
  reference: string
  /** Of a joined clip from the earliest start to the latest end. */
  range: TrimRange
  /** What a clip joins, in its order; null when it is the one range. */
  joined: TrimRange[] | null
  quality: QualityId
  format: ClipFormat
}

export interface ClipRecord extends Wish {
  id: string
  jobId: string | null
  status: ClipStatus
  stage: ClipStage
  /** 0..100 */
  progress: number
  etaSeconds: number | null
  errorCode: ErrorCode | null
  /** Why it failed, for whoever looks after the server. */
  failureCause: string | null
  /** As whose it was queued: the most favoured of those who want it. */
  queueClass: QueueClass
  fileKey: string | null
  sizeBytes: number | null
  receipt: Receipt | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  /** When it failed, was cancelled, or was blocked. */
  endedAt: Date | null
  expiresAt: Date | null
}

export interface DownloadRecord {
  id: string
  viewerId: string
  videoId: string
  clipId: string
  quality: QualityId
  format: ClipFormat
  /** The periods whose unit this download took, or null when it took none or gave it back. */
  quotaDay: string | null
  quotaMonth: string | null
  /** The count of the stranger's address that has taken the same unit; null when no address was counted. */
  quotaAddress: string | null
  /** The batch it was asked for in, and its place there from 0; null when it was asked for by itself. */
  batch: { id: string; position: number } | null
  cancelledAt: Date | null
  deletedAt: Date | null
  createdAt: Date
}

/** Downloads that were asked for in one go. */
export interface BatchRecord {
  id: string
  viewerId: string
  createdAt: Date
}

/** A clip with those whom it is for. */
export interface JobRecord {
  clip: ClipRecord
  /** Of the first account that wants it, or wanted it. */
  userName: string | null
  /** Viewers who want it. */
  userCount: number
  /** Of the first who wanted it and is still known; null once nobody is. */
  video: { title: string; link: string } | null
}

/** All of them when no status is named. */
interface JobWish {
  status?: ClipStatus | undefined
}

export interface Records extends AccountRecords, PaymentRecords, AdminRecords {
  /** Strangers. */
  viewers: {
    create(tokenHash: string, now: Date): Promise<ViewerRecord>
    findByTokenHash(tokenHash: string): Promise<ViewerRecord | null>
    delete(id: string): Promise<void>
    /** Deletes those who came before this moment and have nothing left here. */
    sweep(cameBefore: Date): Promise<void>
  }
  videos: {
    insert(video: VideoRecord): Promise<void>
    /** Only if it belongs to this viewer. */
    find(id: string, viewerId: string): Promise<VideoRecord | null>
    /** By id; those that are not there are left out. */
    findMany(ids: readonly string[]): Promise<Map<string, VideoRecord>>
    setRange(id: string, range: TrimRange): Promise<void>
    /** Newest first; only those older than `before`. */
    listForViewer(viewerId: string, page: { before?: VideoRecord | undefined; limit: number }): Promise<VideoRecord[]>
  }
  /** What sources said lately, so that a link is not asked twice in a minute nor again for the cut. */
  resolutions: {
    find(source: SourceId, reference: string): Promise<{ video: ResolvedVideo; resolvedAt: Date } | null>
    save(source: SourceId, reference: string, video: ResolvedVideo, resolvedAt: Date): Promise<void>
    forget(source: SourceId, reference: string): Promise<void>
    deleteOlderThan(moment: Date): Promise<void>
  }
  clips: {
    /** The clip that is queued, processing or completed and not yet expired for this wish; locked for this transaction. */
    findLive(wish: Wish, now: Date): Promise<ClipRecord | null>
    /** Inserts, or answers false when another transaction has just inserted a live clip for the same wish. */
    insert(clip: ClipRecord): Promise<boolean>
    find(id: string): Promise<ClipRecord | null>
    /** By id; those that are not there are left out. */
    findMany(ids: readonly string[]): Promise<Map<string, ClipRecord>>
    /** Finds it and keeps everybody else from wishing for it, or changing it, until the transaction ends. */
    lock(id: string): Promise<ClipRecord | null>
    /** Changes the given fields if the clip is in one of these states, and still has this file key if one is given; answers whether. */
    update(
      id: string,
      from: readonly ClipStatus[],
      change: Partial<Omit<ClipRecord, 'id' | keyof Wish>>,
      fileKey?: string | null,
    ): Promise<boolean>
    /** How many waiting jobs the queue will serve before this clip's. */
    countAhead(clip: Pick<ClipRecord, 'jobId'>): Promise<number>
    listByStatus(statuses: readonly ClipStatus[]): Promise<ClipRecord[]>
    /** Makes a failed clip wait anew, as if nothing had happened, unless it is not failed or another live one stands for its wish. */
    reopen(clip: ClipRecord, now: Date): Promise<boolean>
    listExpired(now: Date): Promise<ClipRecord[]>
    /**
     * No finished clip lives longer than this after it was made, nor from now: it may have been made while the clock was ahead.
     * One that was to go sooner still does.
     */
    shortenLives(hours: number, now: Date): Promise<void>
    /** The clips that these files are of, with the title of what they are cut from. Strays are left out. */
    describeFiles(keys: readonly string[]): Promise<Map<string, { id: string; title: string }>>
    /** File keys of all clips that may still have a file. */
    listFileKeys(): Promise<Set<string>>
  }
  /** Clips as admins see them. */
  jobs: {
    /** Newest first. */
    list(filter: JobWish, page: { offset: number; limit: number }): Promise<JobRecord[]>
    /** How many there are; it stops counting at `atMost`. */
    count(filter: JobWish, atMost?: number): Promise<number>
    find(id: string): Promise<JobRecord | null>
  }
  downloads: {
    insert(download: DownloadRecord): Promise<void>
    /** Only if it belongs to this viewer and was not deleted by them. */
    find(id: string, viewerId: string): Promise<DownloadRecord | null>
    /** The same, together with its clip. */
    findWithClip(id: string, viewerId: string): Promise<{ download: DownloadRecord; clip: ClipRecord } | null>
    /** The same as `find`, be it deleted. */
    findEvenDeleted(id: string, viewerId: string): Promise<DownloadRecord | null>
    listForVideo(videoId: string, viewerId: string): Promise<DownloadRecord[]>
    /** All of a viewer's downloads that they have not deleted, newest first; only those older than `before`. */
    listForViewer(
      viewerId: string,
      page: { before?: DownloadRecord | undefined; limit: number; evenDeleted?: boolean },
    ): Promise<DownloadRecord[]>
    /** This viewer's own live download of a clip, asked for by itself and not in a batch, if there is one. */
    findForClip(clipId: string, viewerId: string): Promise<DownloadRecord | null>
    /** How many that this viewer still wants wait or are being cut. */
    countInWork(viewerId: string): Promise<number>
    /** Downloads that still want this clip: neither cancelled nor deleted. */
    listForClip(clipId: string): Promise<DownloadRecord[]>
    update(id: string, change: Partial<Pick<DownloadRecord, 'cancelledAt' | 'deletedAt'>>): Promise<void>
    /** Makes the download forget its unit; answers whether it had one. Of two that ask at once only one is told yes. */
    releaseUnit(id: string): Promise<boolean>
  }
  batches: {
    insert(batch: BatchRecord): Promise<void>
    /** Only if it belongs to this viewer. */
    find(id: string, viewerId: string): Promise<BatchRecord | null>
    /** Those that their viewer has not deleted, in the order of the batch. */
    listDownloads(id: string): Promise<DownloadRecord[]>
  }
  /** Units by whom they are counted for: a viewer's id, or a key that begins with ADDRESS_COUNT_PREFIX. */
  quota: {
    used(counted: string, periods: { day: string; month: string }): Promise<{ today: number; thisMonth: number }>
    /** Every day and month that is counted, oldest first. */
    list(viewerId: string): Promise<{ period: string; used: number }[]>
    /** Locks this count until the transaction ends, so that check and take cannot be raced. */
    lock(counted: string): Promise<void>
    add(counted: string, periods: { day: string; month: string }, units: 1 | -1): Promise<void>
    /** The same for many at once, in one order for everybody: whoever changes several counts waits for, and never on, others. */
    addAll(
      changes: readonly { counted: string; periods: { day: string; month: string } }[],
      units: 1 | -1,
    ): Promise<void>
  }
  /** What the operator has set while running. */
  settings: {
    read(): Promise<Partial<SiteSettings>>
    write(change: Partial<SiteSettings>): Promise<void>
    /** Whoever else wants to change them waits until the transaction ends; reading goes on. */
    lock(): Promise<void>
  }
  cutQueue: {
    /** Enqueues within this transaction; answers the job's id. The order is domain/queue-turns.ts. */
    enqueue(clipId: string, kind: QueueClass): Promise<string>
    /** A waiting job goes where one of this kind that came now would stand, unless it is further in front already. */
    hasten(jobId: string, kind: QueueClass): Promise<void>
    /** The jobs that wait, in the order in which they will be served. */
    line(): Promise<string[]>
    /** Removes a waiting job, or aborts a running one. */
    cancel(jobId: string): Promise<void>
  }
}

/**
 * The number of the last write that may concern one of these rows, by their ids, or anything of its kind at all with null. Grows;
 * null where others write to the same database, too.
 */
export type WriteCounter = (rows: readonly string[] | null) => number | null

export interface Writes {
  people: WriteCounter
  downloads: WriteCounter
  queue: WriteCounter
}

export interface Database {
  records: Records
  writes: Writes
  /** All or nothing; the records given to `work` are bound to the transaction. */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>
  /** What it takes up; null where it does not tell. */
  sizeBytes(): Promise<number | null>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What the worker of this process is at, and what waits for it or for those of other processes. */
export interface WorkerActivity {
  /** Jobs that it may do at a time; 0 before it is started. */
  concurrency: number
  running: number
  /** When it was started, or last took a job or was done with one. */
  movedAt: Date | null
  /** When the job that waits longest was asked for. */
  oldestWaitingAt: Date | null
  /** From when on the first of the waiting jobs could have been taken; null when none can be yet. */
  readySince: Date | null
}

/** The worker's side of the queue. */
export interface CutWorker {
  /**
   * Starts taking jobs, `concurrency` at a time. The signal aborts when a job is cancelled or the worker is stopping.
   * A handler that throws is retried by the queue, unless it was told that this is the last try; one that returns is done.
   */
  start(
    concurrency: number,
    handle: (clipId: string, signal: AbortSignal, isLastTry: boolean) => Promise<void>,
  ): Promise<void>
  depth(): Promise<{ waiting: number; running: number }>
  activity(): Promise<WorkerActivity>
  /** The jobs that wait, run or will be tried again. A clip in work whose job is not among them has been given up. */
  unfinishedJobIds(): Promise<Set<string>>
  /** How a job that the queue has given up went; null when the queue knows nothing of it any more. */
  describeEnd(jobId: string): Promise<{ tries: number; lastError: string | null } | null>
  /** Takes no new job, gives running ones this long, then puts them back. */
  stop(drainMilliseconds: number): Promise<void>
}

/** Keys of files that are known by their age only: what was read from media for those who look at them. */
export const FILM_KEY_PREFIX = 'film/'

/** Counts of addresses stand among those of viewers, whose ids have no colon. */
export const ADDRESS_COUNT_PREFIX = 'address:'

// --- Files ------------------------------------------------------------------------------------------------------------

export interface StoredFile {
  key: string
  sizeBytes: number
  modifiedAt: Date
}

export interface FileStore {
  /** A path for work in progress; swept when it is left behind. Its folder exists. */
  scratchPath(name: string): Promise<string>
  /** Deletes work in progress that came to nothing; a file that is not there is no news. */
  discard(scratchPath: string): Promise<void>
  /** Makes a finished scratch file visible under its key, atomically. */
  publish(scratchPath: string, key: string): Promise<void>
  /** null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** Bytes start..end, both included, as HTTP counts them; null when the file has just been deleted. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Answers how many bytes that freed; null when it was not there. */
  delete(key: string): Promise<number | null>
  list(): Promise<StoredFile[]>
  /** Deletes what others have put among the files under names that are no keys, as programs that copy do, and not touched since. */
  sweepForeign(olderThan: Date): Promise<{ files: number; bytes: number }>
  /** Deletes work in progress that nobody has touched since; answers what went. */
  sweepScratch(olderThan: Date): Promise<{ files: number; bytes: number }>
  /** What work in progress takes up. */
  scratchBytes(): Promise<number>
  freeBytes(): Promise<number | null>
  /** Of the disk that the files are on. */
  diskSpace(): Promise<{ freeBytes: number; totalBytes: number }>
}

// --- Zips -------------------------------------------------------------------------------------------------------------

/** One file of a zip that does not exist before it is sent. */
export interface ZipEntry {
  name: string
  sizeBytes: number
  modifiedAt: Date
  /** Asked when its turn has come; null when the file is gone by then. */
  open(): Promise<Readable | null>
}

export interface Zips {
  /** How many bytes the zip of these will have, exactly. */
  sizeBytes(entries: readonly ZipEntry[]): number
  /**
   * The zip as it is read, one file open at a time. Fails when a file is gone or of another size: half a zip is recognized as
   * such, one without a file is not. Destroyed, it closes what is open.
   */
  open(entries: readonly ZipEntry[]): Readable
}
