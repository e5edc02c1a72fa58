import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/error-codes'
import type { SourceId } from '@kerf/domain/link'
import type { PlanId } from '@kerf/domain/plans'
import type { ClipFormat, QualityId } from '@kerf/domain/quality'
import type { Role } from '@kerf/domain/role'
import type { ViewerKind } from '@kerf/domain/viewer'
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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ClipStage, ClipStatus, ResolvedVideo } from '../../ports.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const viewers = pgTable(
  'viewers',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<ViewerKind>().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (viewer) => [uniqueIndex('viewers_token_hash').on(viewer.tokenHash)],
)

export const videos = pgTable(
  'videos',
  {
    id: text('id').primaryKey(),
    /** An anonymous viewer's id or an account's: they are drawn from one space. */
    viewerId: text('viewer_id').notNull(),
    source: text('source').$type<SourceId>().notNull(),
    reference: text('reference').notNull(),
    link: text('link').notNull(),
    startMilliseconds: integer('start_ms').notNull(),
    endMilliseconds: integer('end_ms').notNull(),
    details: jsonb('details').$type<ResolvedVideo>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (video) => [index('videos_viewer').on(video.viewerId)],
)

export const resolutions = pgTable(
  'resolutions',
  {
    source: text('source').$type<SourceId>().notNull(),
    /** See reference-key.ts. */
    referenceKey: text('reference_key').notNull(),
    video: jsonb('video').$type<ResolvedVideo>().notNull(),
    resolvedAt: moment('resolved_at').notNull(),
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
    /** See reference-key.ts. */
    referenceKey: text('reference_key').notNull(),
    startMilliseconds: integer('start_ms').notNull(),
    endMilliseconds: integer('end_ms').notNull(),
    quality: text('quality').$type<QualityId>().notNull(),
    format: text('format').$type<ClipFormat>().notNull(),
    jobId: uuid('job_id'),
    status: text('status').$type<ClipStatus>().notNull(),
    stage: text('stage').$type<ClipStage>().notNull(),
    progress: doublePrecision('progress').notNull(),
    etaSeconds: doublePrecision('eta_seconds'),
    errorCode: text('error_code').$type<ErrorCode>(),
    fileKey: text('file_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    receipt: jsonb('receipt').$type<Receipt>(),
    /** A clip past its retention that nobody has swept yet, and that a newer clip for the same wish has replaced. */
    superseded: boolean('superseded').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    expiresAt: moment('expires_at'),
  },
  (clip) => [
    uniqueIndex('clips_live_wish')
      .on(clip.source, clip.referenceKey, clip.startMilliseconds, clip.endMilliseconds, clip.quality, clip.format)
      .where(sql`status in ('queued', 'processing', 'completed') and not superseded`),
    index('clips_status').on(clip.status, clip.createdAt),
    index('clips_expiry').on(clip.expiresAt).where(sql`status = 'completed'`),
    index('clips_file').on(clip.fileKey).where(sql`file_key is not null`),
  ],
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
    quotaDay: text('quota_day'),
    quotaMonth: text('quota_month'),
    cancelledAt: moment('cancelled_at'),
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull(),
  },
  (download) => [
    index('downloads_video').on(download.videoId, download.viewerId),
    index('downloads_clip').on(download.clipId),
    index('downloads_viewer').on(download.viewerId, download.createdAt, download.id),
  ],
)

/** Units taken by a viewer in a period: one row for each day (`2026-11-20`) and each month (`2026-11`). */
export const quotaUsage = pgTable(
  'quota_usage',
  {
    viewerId: text('viewer_id').notNull(),
    period: text('period').notNull(),
    used: integer('used').notNull(),
  },
  (usage) => [primaryKey({ columns: [usage.viewerId, usage.period] })],
)

// --- Accounts. The first five tables are written by better-auth; the names of their fields are its own. ------------------

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    username: text('username').notNull(),
    /** In lower case: two spellings of one mailbox are one account. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role').$type<Role>().notNull().default('user'),
    subscription: text('subscription').$type<PlanId>().notNull().default('free'),
    subscriptionExpiresAt: moment('subscription_expires_at'),
    isActive: boolean('is_active').notNull().default(true),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** Raised whenever what opens the account changes; see account-ports.ts. */
    generation: integer('generation').notNull().default(0),
    lastActive: moment('last_active'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (user) => [
    uniqueIndex('users_email').on(user.email),
    uniqueIndex('users_username').on(sql`lower(${user.username})`),
    index('users_created_at').on(user.createdAt),
  ],
)

const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    /** Opens nothing by itself: the cookie carries it signed with the server's secret. */
    token: text('token').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (session) => [
    uniqueIndex('sessions_token').on(session.token),
    index('sessions_user').on(session.userId),
    index('sessions_expiry').on(session.expiresAt),
  ],
)

/** How an account is opened: its password's hash. */
export const credentials = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (credential) => [uniqueIndex('credentials_user_provider').on(credential.userId, credential.providerId)],
)

/** What was sent by mail and comes back once: its hash, what it is for, and until when. */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (verification) => [
    index('verifications_identifier').on(verification.identifier),
    index('verifications_value').on(verification.value),
    index('verifications_expiry').on(verification.expiresAt),
  ],
)

/** Encrypted with the server's secret. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    verified: boolean('verified').notNull().default(false),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: moment('locked_until'),
  },
  (factor) => [uniqueIndex('second_factors_user').on(factor.userId)],
)

/** How often something was tried lately: what slows those who guess. Keys name nobody: they are hashes. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    lastAt: moment('last_at').notNull(),
    /** From when on it is as if nothing had been tried. */
    forgottenAt: moment('forgotten_at').notNull(),
  },
  (attempt) => [index('attempts_forgotten_at').on(attempt.forgottenAt)],
)

// --- Letters ----------------------------------------------------------------------------------------------------------

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    status: text('status').$type<'new' | 'answered'>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (message) => [
    index('contact_messages_created_at').on(message.createdAt),
    index('contact_messages_email').on(message.email),
  ],
)

/** Who asked for the newsletter; nothing is sent before it was confirmed. */
export const newsletterSubscriptions = pgTable('newsletter_subscriptions', {
  /** In lower case. */
  email: text('email').primaryKey(),
  createdAt: moment('created_at').notNull(),
  confirmedAt: moment('confirmed_at'),
})

/** What the operator has set while running. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
})
