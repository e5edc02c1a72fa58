import type { Receipt } from '@kerf/contract/download'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { SubtitleRequest } from '@kerf/domain/captions/transcript'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import type { ClipOptions } from '@kerf/domain/formats/clip-options'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import type { SourceId } from '@kerf/domain/links/source-ids'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ClipStage, ClipStatus } from '../../../ports/clips.ts'
import type { ResolvedVideo, VideoDetails } from '../../../ports/sources.ts'
import { time, timeRangeColumn, timeRangesColumn } from './columns.ts'

export const viewers = pgTable(
  'viewers',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<ViewerKind>().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (viewer) => [uniqueIndex('viewers_token_hash').on(viewer.tokenHash)],
)

export const videos = pgTable(
  'videos',
  {
    id: text('id').primaryKey(),
    /** Id of an anonymous viewer or of an account. Ids are unique across both. */
    viewerId: text('viewer_id').notNull(),
    source: text('source').$type<SourceId>().notNull(),
    reference: text('reference').notNull(),
    link: text('link').notNull(),
    trim: timeRangeColumn('trim').notNull(),
    details: jsonb('details').$type<VideoDetails>().notNull(),
    /** Copy of the title, so that lists need not read the details, which may be long. */
    title: text('title').notNull().generatedAlwaysAs(sql`coalesce(details ->> 'title', '')`),
    createdAt: time('created_at').notNull(),
  },
  (video) => [index('videos_viewer').on(video.viewerId)],
)

export const resolutions = pgTable(
  'resolutions',
  {
    source: text('source').$type<SourceId>().notNull(),
    referenceKey: text('reference_key').notNull(),
    video: jsonb('video').$type<ResolvedVideo>().notNull(),
    resolvedAt: time('resolved_at').notNull(),
  },
  (resolution) => [
    primaryKey({ columns: [resolution.source, resolution.referenceKey] }),
    index('resolutions_resolved_at').on(resolution.resolvedAt),
  ],
)

export const clips = pgTable(
  'clips',
  {
    id: text('id').primaryKey(),
    source: text('source').$type<SourceId>().notNull(),
    reference: text('reference').notNull(),
    referenceKey: text('reference_key').notNull(),
    ranges: timeRangesColumn('ranges').notNull(),
    quality: text('quality').$type<QualityId>().notNull(),
    format: text('format').$type<ClipFormat>().notNull(),
    /** jsonb makes equal options equal, whatever the order of their keys. */
    options: jsonb('options').$type<ClipOptions>().notNull().default({}),
    jobId: uuid('job_id'),
    status: text('status').$type<ClipStatus>().notNull(),
    stage: text('stage').$type<ClipStage>().notNull(),
    progress: doublePrecision('progress').notNull(),
    etaSeconds: doublePrecision('eta_seconds'),
    errorCode: text('error_code').$type<ErrorCode>(),
    failureCause: text('failure_cause'),
    queueClass: text('queue_class').$type<QueueClass>().notNull().default('ordinary'),
    fileKey: text('file_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    receipt: jsonb('receipt').$type<Receipt>(),
    /** True for an expired, unswept clip that a newer clip for the same request has replaced. */
    superseded: boolean('superseded').notNull().default(false),
    createdAt: time('created_at').notNull(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    endedAt: time('ended_at'),
    expiresAt: time('expires_at'),
  },
  (clip) => [
    uniqueIndex('clips_live_request')
      .on(clip.source, clip.referenceKey, clip.ranges, clip.quality, clip.format, clip.options)
      .where(sql`status in ('queued', 'processing', 'completed') and not superseded`),
    index('clips_status').on(clip.status, clip.createdAt),
    index('clips_created_at').on(clip.createdAt, clip.id),
    index('clips_finished_at').on(clip.finishedAt).where(sql`finished_at is not null`),
    index('clips_expiry').on(clip.expiresAt).where(sql`status = 'completed'`),
    index('clips_file').on(clip.fileKey).where(sql`file_key is not null`),
  ],
)

export const batches = pgTable(
  'batches',
  {
    id: text('id').primaryKey(),
    viewerId: text('viewer_id').notNull(),
    createdAt: time('created_at').notNull(),
    /** End of the last download, stored only if a webhook listens for it. */
    endedAt: time('ended_at'),
  },
  (batch) => [index('batches_viewer').on(batch.viewerId, batch.createdAt)],
)

export const downloads = pgTable(
  'downloads',
  {
    id: text('id').primaryKey(),
    viewerId: text('viewer_id').notNull(),
    videoId: text('video_id')
      .notNull()
      .references(() => videos.id),
    clipId: text('clip_id')
      .notNull()
      .references(() => clips.id),
    quality: text('quality').$type<QualityId>().notNull(),
    format: text('format').$type<ClipFormat>().notNull(),
    subtitles: jsonb('subtitles').$type<SubtitleRequest>(),
    quotaDay: text('quota_day'),
    quotaMonth: text('quota_month'),
    quotaAddress: text('quota_address'),
    batchId: text('batch_id').references(() => batches.id),
    batchPosition: integer('batch_position'),
    cancelledAt: time('cancelled_at'),
    deletedAt: time('deleted_at'),
    createdAt: time('created_at').notNull(),
  },
  (download) => [
    index('downloads_video').on(download.videoId, download.viewerId),
    index('downloads_clip').on(download.clipId),
    index('downloads_viewer').on(download.viewerId, download.createdAt, download.id),
    index('downloads_batch').on(download.batchId, download.batchPosition).where(sql`batch_id is not null`),
  ],
)

/** Public pages of finished clips. */
export const shares = pgTable(
  'shares',
  {
    token: text('token').primaryKey(),
    downloadId: text('download_id')
      .notNull()
      .references(() => downloads.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    opened: integer('opened').notNull().default(0),
    /** Latest day (`2026-11-20`) on which the file was sent, and the bytes that were sent on it. */
    sentDay: text('sent_day'),
    sentBytes: bigint('sent_bytes', { mode: 'number' }).notNull().default(0),
  },
  (share) => [uniqueIndex('shares_download').on(share.downloadId)],
)

/** Quota units of a viewer in a period: one row for each day (`2026-11-20`) and each month (`2026-11`). */
export const quotaUsage = pgTable(
  'quota_usage',
  {
    viewerId: text('viewer_id').notNull(),
    period: text('period').notNull(),
    used: integer('used').notNull(),
  },
  (usage) => [primaryKey({ columns: [usage.viewerId, usage.period] })],
)
