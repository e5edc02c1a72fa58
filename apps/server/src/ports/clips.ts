/** Viewers' videos, downloads, quota and clips: adapters/database, the queue by adapters/job-queue. */

import type { Receipt } from '@kerf/contract/download'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { SubtitleRequest } from '@kerf/domain/captions/transcript'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import type { ClipOptions } from '@kerf/domain/formats/clip-options'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import type { SourceId } from '@kerf/domain/links/link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { PageRequest } from './page.ts'
import type { ResolvedVideo, VideoDetails } from './sources.ts'

/** A viewer: an account, under the account's id, or a stranger with a cookie. */
export interface ViewerRecord {
  id: string
  kind: ViewerKind
  /** Set with PLANS=off: the kind that the viewer would have with plans. The quota by address depends on it. */
  kindWithPlans?: ViewerKind
  /** Whether the account's email is unconfirmed. Such an account is as easy to create as a cookie. */
  unconfirmed?: boolean
}

export interface VideoRecord {
  id: string
  viewerId: string
  source: SourceId
  reference: string
  /** The link as it was pasted, trimmed. */
  link: string
  /** Saved range of the video. Downloads without a range of their own use it. */
  trim: TimeRange
  details: VideoDetails
  createdAt: Date
}

/** A video as lists name it, without its details. */
export type ListedVideo = Omit<VideoRecord, 'details'> & { title: string }

/** A video as its viewer's export names it. */
export type OwnVideo = ListedVideo & Pick<VideoDetails, 'channel' | 'durationSeconds'>

export type ClipStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'expired'

export type ClipStage = 'waiting' | 'resolving' | 'reading' | 'encoding' | 'writing' | 'checking' | 'done'

/** The identity of a request: equal requests are answered from one clip while it lives. */
export interface ClipRequest {
  source: SourceId
  reference: string
  /** Ranges of the video, in the order in which the clip joins them; at least one. */
  ranges: TimeRange[]
  quality: QualityId
  format: ClipFormat
  options: ClipOptions
}

export interface ClipRecord extends ClipRequest {
  id: string
  jobId: string | null
  status: ClipStatus
  stage: ClipStage
  /** 0..100 */
  progress: number
  etaSeconds: number | null
  errorCode: ErrorCode | null
  /** Cause of the failure, for operators. */
  failureCause: string | null
  /** Queue class of the job: the best class among the viewers who requested the clip. */
  queueClass: QueueClass
  fileKey: string | null
  sizeBytes: number | null
  receipt: Receipt | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  /** Time when the clip failed, was cancelled, or was blocked. */
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
  /** Requested subtitles; null for none. */
  subtitles: SubtitleRequest | null
  /** Periods whose quota unit this download took; null if it took none or returned it. */
  quotaDay: string | null
  quotaMonth: string | null
  /** Quota key of the address that was charged for the same unit; null if no address was charged. */
  quotaAddress: string | null
  /** The download's batch and its position there, from 0; null for a single download. */
  batch: { id: string; position: number } | null
  cancelledAt: Date | null
  deletedAt: Date | null
  createdAt: Date
}

export interface BatchRecord {
  id: string
  viewerId: string
  createdAt: Date
}

export interface JobRecord {
  clip: ClipRecord
  /** Name of the first account that requested the clip. */
  userName: string | null
  userCount: number
  /** The video of the first remaining viewer who requested the clip; null if there is none. */
  video: { title: string; link: string } | null
}

/** Prefix of address keys in the quota table. Viewers' ids contain no colon. */
export const ADDRESS_COUNT_PREFIX = 'address:'

export interface ClipRecords {
  viewers: {
    create(tokenHash: string, now: Date): Promise<ViewerRecord>
    findByTokenHash(tokenHash: string): Promise<ViewerRecord | null>
    delete(id: string): Promise<void>
    sweep(cameBefore: Date): Promise<void>
  }
  videos: {
    insert(video: VideoRecord): Promise<void>
    /** null unless the video belongs to this viewer. */
    find(id: string, viewerId: string): Promise<VideoRecord | null>
    /** Videos by id. Unknown ids are left out. */
    findMany(ids: readonly string[]): Promise<Map<string, VideoRecord>>
    /** Videos by id, with only the fields that lists show. */
    listMany(ids: readonly string[]): Promise<Map<string, ListedVideo>>
    setTrim(id: string, trim: TimeRange): Promise<void>
    /** Newest first, from the video after `before`. */
    listForViewer(
      viewerId: string,
      page: { before?: Pick<OwnVideo, 'id' | 'createdAt'> | undefined; limit: number },
    ): Promise<OwnVideo[]>
  }
  /** Cached answers of sources, so that a repeated link or the cut does not ask the source again. */
  resolutions: {
    find(source: SourceId, reference: string): Promise<{ video: ResolvedVideo; resolvedAt: Date } | null>
    save(source: SourceId, reference: string, video: ResolvedVideo, resolvedAt: Date): Promise<void>
    forget(source: SourceId, reference: string): Promise<void>
    deleteOlderThan(time: Date): Promise<void>
  }
  clips: {
    /** The queued, processing or unexpired completed clip of this request. Locks its row until the transaction ends. */
    findLive(request: ClipRequest, now: Date): Promise<ClipRecord | null>
    /** Whether `findLive` would find a clip. Takes no lock. */
    isLive(request: ClipRequest, now: Date): Promise<boolean>
    /** Returns false if another transaction has just inserted a live clip for the same request. */
    insert(clip: ClipRecord): Promise<boolean>
    find(id: string): Promise<ClipRecord | null>
    findMany(ids: readonly string[]): Promise<Map<string, ClipRecord>>
    /** Locks the clip's row until the transaction ends. */
    lock(id: string): Promise<ClipRecord | null>
    /**
     * Changes fields if the clip is in one of the `from` states, and still has `fileKey` if that is given. Returns
     * whether it did.
     */
    update(
      id: string,
      from: readonly ClipStatus[],
      change: Partial<Omit<ClipRecord, 'id' | keyof ClipRequest>>,
      fileKey?: string | null,
    ): Promise<boolean>
    listByStatus(statuses: readonly ClipStatus[]): Promise<ClipRecord[]>
    /**
     * Sets a failed clip back to queued. Returns false if it has not failed, or another live clip has the same request.
     */
    reopen(clip: ClipRecord, now: Date): Promise<boolean>
    /** Clips whose files are due for deletion. */
    listExpired(now: Date): Promise<ClipRecord[]>
    /** Earliest expiry of the completed clips; null if there is none. */
    nextExpiry(): Promise<Date | null>
    /** Limits the life of completed clips to `hours` from completion. Never extends a life. */
    shortenLives(hours: number, now: Date): Promise<void>
    /** Clips by file key, with the title of their video. Files without a clip are left out. */
    describeFiles(keys: readonly string[]): Promise<Map<string, { id: string; title: string }>>
    listFileKeys(): Promise<Set<string>>
  }
  jobs: {
    /** Newest first. */
    list(filter: { status?: ClipStatus | undefined }, page: PageRequest): Promise<JobRecord[]>
    /** Number of jobs, counted up to `atMost`. */
    count(filter: { status?: ClipStatus | undefined }, atMost?: number): Promise<number>
    find(id: string): Promise<JobRecord | null>
  }
  downloads: {
    insert(download: DownloadRecord): Promise<void>
    /** null unless the download belongs to this viewer and is not deleted. */
    find(id: string, viewerId: string): Promise<DownloadRecord | null>
    findWithClip(id: string, viewerId: string): Promise<{ download: DownloadRecord; clip: ClipRecord } | null>
    findEvenDeleted(id: string, viewerId: string): Promise<DownloadRecord | null>
    listForVideo(videoId: string, viewerId: string): Promise<DownloadRecord[]>
    /** A viewer's downloads, newest first, from the one after `before`. `evenDeleted` includes deleted ones. */
    listForViewer(
      viewerId: string,
      page: { before?: DownloadRecord | undefined; limit: number; evenDeleted?: boolean },
    ): Promise<DownloadRecord[]>
    /** This viewer's live download of a clip, requested outside batches; null if there is none. */
    findForClip(clipId: string, viewerId: string): Promise<DownloadRecord | null>
    countInWork(viewerId: string): Promise<number>
    listForClip(clipId: string): Promise<DownloadRecord[]>
    update(id: string, change: Partial<Pick<DownloadRecord, 'cancelledAt' | 'deletedAt' | 'subtitles'>>): Promise<void>
    /**
     * Clears the download's quota unit and returns its current viewer, or null if it had no unit. Only one of two
     * concurrent calls returns the viewer.
     */
    releaseUnit(id: string): Promise<string | null>
  }
  batches: {
    insert(batch: BatchRecord): Promise<void>
    /** null unless the batch belongs to this viewer. */
    find(id: string, viewerId: string): Promise<BatchRecord | null>
    /** Locks the batch's row until the transaction ends. `endedAt` is the time that `noteEnd` stored; null before. */
    lock(id: string): Promise<{ endedAt: Date | null } | null>
    noteEnd(id: string, endedAt: Date): Promise<void>
    /** Downloads of the batch that are not deleted, by position. */
    listDownloads(id: string): Promise<DownloadRecord[]>
  }
  /** Used units by counter. `counted` is a viewer's id, or a key that begins with ADDRESS_COUNT_PREFIX. */
  quota: {
    used(counted: string, periods: { day: string; month: string }): Promise<{ today: number; thisMonth: number }>
    list(viewerId: string): Promise<{ period: string; used: number }[]>
    /** Locks this counter until the transaction ends, so that check and charge are atomic. */
    lock(counted: string): Promise<void>
    /** Adds units to several counters, always in the same order, so that transactions cannot deadlock. */
    addAll(
      changes: readonly { counted: string; periods: { day: string; month: string } }[],
      units: 1 | -1,
    ): Promise<void>
  }
  cutQueue: {
    /** Enqueues within this transaction and returns the job's id. domain/jobs/queue-order.ts defines the order. */
    enqueue(clipId: string, queueClass: QueueClass, owner: string): Promise<string>
    /** Moves a waiting job to the position of a new job of this class and owner, unless it is already ahead. */
    hasten(jobId: string, queueClass: QueueClass, owner: string): Promise<void>
    listWaiting(): Promise<string[]>
    /** Number of waiting jobs ahead of this one; 0 if it does not wait. */
    countAhead(jobId: string): Promise<number>
    cancel(jobId: string): Promise<void>
  }
}
