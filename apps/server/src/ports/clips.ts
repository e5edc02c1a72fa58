/** Rows of viewers' videos, downloads and clips. */

import type { Receipt } from '@kerf/contract/download'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { SubtitleRequest } from '@kerf/domain/captions/transcript'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import type { ClipOptions } from '@kerf/domain/formats/clip-options'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import type { SourceId } from '@kerf/domain/links/source-ids'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoDetails } from './sources.ts'

/** A viewer: an account, under the account's id, or a stranger with a cookie. */
export interface ViewerRecord {
  id: string
  kind: ViewerKind
  /** Set if nothing is sold: the kind that the viewer would have with plans. The operator's limits depend on it. */
  kindWithPlans?: ViewerKind
  /** Whether the account's email is unconfirmed, so that the account is as easy to create as a cookie. */
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
  /** Quota key of the IP address that is charged for the same unit, kept after a return; null if none was charged. */
  quotaAddress: string | null
  /** The download's batch and its position there, from 0; null for a single download. */
  batch: { id: string; position: number } | null
  cancelledAt: Date | null
  deletedAt: Date | null
  createdAt: Date
}

/** Public page of a download's clip. */
export interface ShareRecord {
  token: string
  downloadId: string
  createdAt: Date
  opened: number
  /** Latest day (`2026-11-20`) on which the file was sent; null: it was never sent. */
  sentDay: string | null
  /** Bytes sent on that day. */
  sentBytes: number
}

/** A share with all that its page shows and checks. */
export interface ShareWithClip {
  share: ShareRecord
  download: DownloadRecord
  clip: ClipRecord
  video: VideoRecord
}

/** A share as the admin panel lists it. */
export interface ListedShare extends Omit<ShareWithClip, 'video'> {
  video: Pick<VideoRecord, 'link'> & { title: string }
  /** null for an owner without an account. */
  userName: string | null
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

/** Prefix of IP address keys in the quota table. Viewers' ids contain no colon. */
export const IP_ADDRESS_COUNT_PREFIX = 'address:'
