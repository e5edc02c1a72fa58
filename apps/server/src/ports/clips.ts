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

/** A viewer: an account, with its id, or a stranger with a cookie. */
export interface ViewerRecord {
  id: string
  kind: ViewerKind
  /** Where there are no plans: what the kind would be with them. Who counts by address depends on it. */
  kindWithPlans?: ViewerKind
  /** An account whose mailbox nobody has confirmed: as easily made as a cookie. */
  unconfirmed?: boolean
}

export interface VideoRecord {
  id: string
  viewerId: string
  source: SourceId
  reference: string
  /** The link as it was pasted, trimmed. */
  link: string
  /** The range that was saved with it: what a download that names none is of. */
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
  /** What the clip shows, in its order: one, or several that it joins. */
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
  /** Why it failed, for operators. */
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
  /** As they were asked for; null: none. */
  subtitles: SubtitleRequest | null
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

export interface BatchRecord {
  id: string
  viewerId: string
  createdAt: Date
}

export interface JobRecord {
  clip: ClipRecord
  /** Of the first account that wants it, or wanted it. */
  userName: string | null
  userCount: number
  /** Of the first remaining viewer who wanted it; null when there is none. */
  video: { title: string; link: string } | null
}

/** Keys of addresses in the quota table; viewers' ids have no colon. */
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
    /** Only if it belongs to this viewer. */
    find(id: string, viewerId: string): Promise<VideoRecord | null>
    /** By id; those that are not there are left out. */
    findMany(ids: readonly string[]): Promise<Map<string, VideoRecord>>
    /** The same without what a list does not show. */
    listMany(ids: readonly string[]): Promise<Map<string, ListedVideo>>
    setTrim(id: string, trim: TimeRange): Promise<void>
    /** Newest first; only those older than `before`. */
    listForViewer(
      viewerId: string,
      page: { before?: Pick<OwnVideo, 'id' | 'createdAt'> | undefined; limit: number },
    ): Promise<OwnVideo[]>
  }
  /** What sources said lately, so that a link is not asked twice in a minute nor again for the cut. */
  resolutions: {
    find(source: SourceId, reference: string): Promise<{ video: ResolvedVideo; resolvedAt: Date } | null>
    save(source: SourceId, reference: string, video: ResolvedVideo, resolvedAt: Date): Promise<void>
    forget(source: SourceId, reference: string): Promise<void>
    deleteOlderThan(time: Date): Promise<void>
  }
  clips: {
    /** The clip that is queued, processing or completed and not yet expired for this request; locked for this transaction. */
    findLive(request: ClipRequest, now: Date): Promise<ClipRecord | null>
    /** Whether there is one, without a lock. */
    isLive(request: ClipRequest, now: Date): Promise<boolean>
    /** Inserts, or answers false when another transaction has just inserted a live clip for the same request. */
    insert(clip: ClipRecord): Promise<boolean>
    find(id: string): Promise<ClipRecord | null>
    findMany(ids: readonly string[]): Promise<Map<string, ClipRecord>>
    /** Locks its row until the transaction ends. */
    lock(id: string): Promise<ClipRecord | null>
    /** Changes the given fields if the clip is in one of these states, and still has this file key if one is given; returns whether. */
    update(
      id: string,
      from: readonly ClipStatus[],
      change: Partial<Omit<ClipRecord, 'id' | keyof ClipRequest>>,
      fileKey?: string | null,
    ): Promise<boolean>
    listByStatus(statuses: readonly ClipStatus[]): Promise<ClipRecord[]>
    /** Queues a failed clip again. Returns false if it has not failed, or another live one has its request. */
    reopen(clip: ClipRecord, now: Date): Promise<boolean>
    /** Those whose files are to be deleted now. */
    listExpired(now: Date): Promise<ClipRecord[]>
    /** When the first finished clip expires. */
    nextExpiry(): Promise<Date | null>
    /** No finished clip lives longer than this from now, nor from when it was finished. Never extends a life. */
    shortenLives(hours: number, now: Date): Promise<void>
    /** The clips that these files are of, with the title of what they are cut from. Strays are left out. */
    describeFiles(keys: readonly string[]): Promise<Map<string, { id: string; title: string }>>
    listFileKeys(): Promise<Set<string>>
  }
  jobs: {
    /** Newest first. */
    list(filter: { status?: ClipStatus | undefined }, page: PageRequest): Promise<JobRecord[]>
    /** How many there are; it stops counting at `atMost`. */
    count(filter: { status?: ClipStatus | undefined }, atMost?: number): Promise<number>
    find(id: string): Promise<JobRecord | null>
  }
  downloads: {
    insert(download: DownloadRecord): Promise<void>
    /** Only if it belongs to this viewer and was not deleted by them. */
    find(id: string, viewerId: string): Promise<DownloadRecord | null>
    findWithClip(id: string, viewerId: string): Promise<{ download: DownloadRecord; clip: ClipRecord } | null>
    findEvenDeleted(id: string, viewerId: string): Promise<DownloadRecord | null>
    listForVideo(videoId: string, viewerId: string): Promise<DownloadRecord[]>
    /** All of a viewer's downloads that they have not deleted, newest first; only those older than `before`. */
    listForViewer(
      viewerId: string,
      page: { before?: DownloadRecord | undefined; limit: number; evenDeleted?: boolean },
    ): Promise<DownloadRecord[]>
    /** This viewer's own live download of a clip, asked for by itself and not in a batch, if there is one. */
    findForClip(clipId: string, viewerId: string): Promise<DownloadRecord | null>
    countInWork(viewerId: string): Promise<number>
    listForClip(clipId: string): Promise<DownloadRecord[]>
    update(id: string, change: Partial<Pick<DownloadRecord, 'cancelledAt' | 'deletedAt' | 'subtitles'>>): Promise<void>
    /** Clears the download's unit; returns whose it is by now, null if it had none. Of two concurrent calls only one returns a viewer. */
    releaseUnit(id: string): Promise<string | null>
  }
  batches: {
    insert(batch: BatchRecord): Promise<void>
    /** Only if it belongs to this viewer. */
    find(id: string, viewerId: string): Promise<BatchRecord | null>
    /** Others who lock it wait until the transaction ends. `endedAt`: when its last download ended, where somebody was told. */
    lock(id: string): Promise<{ endedAt: Date | null } | null>
    noteEnd(id: string, endedAt: Date): Promise<void>
    /** Those that their viewer has not deleted, in the order of the batch. */
    listDownloads(id: string): Promise<DownloadRecord[]>
  }
  /** Units by whom they are counted for: a viewer's id, or a key that begins with ADDRESS_COUNT_PREFIX. */
  quota: {
    used(counted: string, periods: { day: string; month: string }): Promise<{ today: number; thisMonth: number }>
    list(viewerId: string): Promise<{ period: string; used: number }[]>
    /** Locks this count until the transaction ends, so that check and take cannot be raced. */
    lock(counted: string): Promise<void>
    /** Always in the same order, so that transactions cannot deadlock. */
    addAll(
      changes: readonly { counted: string; periods: { day: string; month: string } }[],
      units: 1 | -1,
    ): Promise<void>
  }
  cutQueue: {
    /** Enqueues within this transaction; returns the job's id. The order: domain/jobs/queue-order.ts. */
    enqueue(clipId: string, queueClass: QueueClass, owner: string): Promise<string>
    /** Moves a waiting job to where a new one of this class and owner would be, unless it is ahead already. */
    hasten(jobId: string, queueClass: QueueClass, owner: string): Promise<void>
    listWaiting(): Promise<string[]>
    /** How many waiting jobs will be taken before this one; 0 when it does not wait. */
    countAhead(jobId: string): Promise<number>
    cancel(jobId: string): Promise<void>
  }
}
