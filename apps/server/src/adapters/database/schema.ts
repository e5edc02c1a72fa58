import type { Receipt } from '@kerf/contract/download'
import type { ClipFormat } from '@kerf/domain/clip-format'
import type { ErrorCode } from '@kerf/domain/error-codes'
import type { Language } from '@kerf/domain/language'
import type { LedgerEntry } from '@kerf/domain/ledger'
import type { SourceId } from '@kerf/domain/link'
import type { PaidPlanId, PlanId } from '@kerf/domain/plans'
import type { QualityId } from '@kerf/domain/quality'
import type { QueueClass } from '@kerf/domain/queue-turns'
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
import type { ClipStage, ClipStatus } from '../../ports/clips.ts'
import type { OrderStatus } from '../../ports/payments.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'

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
    /** Of a joined clip its ranges, as `start-end,start-end` in milliseconds; empty for one plain range. */
    joinedRanges: text('joined_ranges').notNull().default(''),
    quality: text('quality').$type<QualityId>().notNull(),
    format: text('format').$type<ClipFormat>().notNull(),
    jobId: uuid('job_id'),
    status: text('status').$type<ClipStatus>().notNull(),
    stage: text('stage').$type<ClipStage>().notNull(),
    progress: doublePrecision('progress').notNull(),
    etaSeconds: doublePrecision('eta_seconds'),
    errorCode: text('error_code').$type<ErrorCode>(),
    /** Why it failed, for admins: nothing of it is for viewers. */
    failureCause: text('failure_cause'),
    /** As whose it was queued. */
    queueClass: text('queue_class').$type<QueueClass>().notNull().default('ordinary'),
    fileKey: text('file_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    receipt: jsonb('receipt').$type<Receipt>(),
    /** A clip past its retention that nobody has swept yet, and that a newer clip for the same wish has replaced. */
    superseded: boolean('superseded').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    /** When it failed, was cancelled, or was blocked. What was blocked afterwards keeps also when it was finished. */
    endedAt: moment('ended_at'),
    expiresAt: moment('expires_at'),
  },
  (clip) => [
    uniqueIndex('clips_live_wish')
      .on(
        clip.source,
        clip.referenceKey,
        clip.startMilliseconds,
        clip.endMilliseconds,
        clip.joinedRanges,
        clip.quality,
        clip.format,
      )
      .where(sql`status in ('queued', 'processing', 'completed') and not superseded`),
    index('clips_status').on(clip.status, clip.createdAt),
    index('clips_created_at').on(clip.createdAt, clip.id),
    index('clips_finished_at').on(clip.finishedAt).where(sql`finished_at is not null`),
    index('clips_expiry').on(clip.expiresAt).where(sql`status = 'completed'`),
    index('clips_file').on(clip.fileKey).where(sql`file_key is not null`),
  ],
)

/** Clips that were asked for in one go. */
export const batches = pgTable(
  'batches',
  {
    id: text('id').primaryKey(),
    viewerId: text('viewer_id').notNull(),
    createdAt: moment('created_at').notNull(),
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
    quotaDay: text('quota_day'),
    quotaMonth: text('quota_month'),
    /** The count of the stranger's address that has the same unit; see use-cases/request-download/address-count.ts. */
    quotaAddress: text('quota_address'),
    /** The batch it was asked for in, and its place there. */
    batchId: text('batch_id').references(() => batches.id),
    batchPosition: integer('batch_position'),
    cancelledAt: moment('cancelled_at'),
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull(),
  },
  (download) => [
    index('downloads_video').on(download.videoId, download.viewerId),
    index('downloads_clip').on(download.clipId),
    index('downloads_viewer').on(download.viewerId, download.createdAt, download.id),
    index('downloads_batch').on(download.batchId, download.batchPosition).where(sql`batch_id is not null`),
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
    /** Raised whenever what opens the account changes; see ports/accounts.ts. */
    generation: integer('generation').notNull().default(0),
    lastActive: moment('last_active'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** What admins search in. Its index is made by a migration of its own, where the database can: see 0009. */
    searchText: text('search_text').generatedAlwaysAs(sql`lower(name || E'\\n' || username || E'\\n' || email)`),
  },
  (user) => [
    uniqueIndex('users_email').on(user.email),
    uniqueIndex('users_username').on(sql`lower(${user.username})`),
    // What the admins' list is sorted by, and what it leaves out: each page is read from an index, however many there are.
    index('users_created_at').on(user.createdAt, user.id),
    // The name itself as well: with an expression alone PostgreSQL would look at each row that is passed over.
    index('users_name').on(sql`lower(${user.name})`, user.id, user.name),
    index('users_last_active').on(user.lastActive.desc().nullsLast(), user.id.desc()),
    index('users_admins').on(user.createdAt, user.id).where(sql`role = 'admin'`),
    index('users_lifetime').on(user.createdAt, user.id).where(sql`subscription = 'lifetime'`),
    index('users_suspended').on(user.createdAt, user.id).where(sql`not is_active`),
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

// --- Payments. Nothing here refers to users: what was paid is kept for longer than an account. ---------------------------

export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: text('id').primaryKey(),
    providerOrderId: text('provider_order_id'),
    accountId: text('account_id').notNull(),
    plan: text('plan').$type<PaidPlanId>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').$type<'USD'>().notNull(),
    language: text('language').$type<Language>().notNull().default('en'),
    status: text('status').$type<OrderStatus>().notNull(),
    captureId: text('capture_id'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    receiptNumber: integer('receipt_number'),
    createdAt: moment('created_at').notNull(),
    paidAt: moment('paid_at'),
    nextCheckAt: moment('next_check_at'),
  },
  (order) => [
    uniqueIndex('payment_orders_provider').on(order.providerOrderId),
    uniqueIndex('payment_orders_capture').on(order.captureId),
    uniqueIndex('payment_orders_receipt').on(order.receiptNumber),
    index('payment_orders_account').on(order.accountId, order.createdAt),
    index('payment_orders_due').on(order.nextCheckAt).where(sql`next_check_at is not null`),
  ],
)

/** Only ever added to; see domain/ledger.ts. */
export const ledger = pgTable(
  'ledger',
  {
    /** The order of things: two entries may have the same moment. */
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: text('id').notNull(),
    accountId: text('account_id').notNull(),
    at: moment('at').notNull(),
    kind: text('kind').$type<LedgerEntry['kind']>().notNull(),
    plan: text('plan').$type<PlanId>(),
    orderId: text('order_id'),
    captureId: text('capture_id'),
    amountCents: integer('amount_cents'),
    currency: text('currency').$type<'USD'>(),
    endsAt: moment('ends_at'),
    grantedBy: text('granted_by'),
  },
  (entry) => [
    uniqueIndex('ledger_id').on(entry.id),
    index('ledger_account').on(entry.accountId, entry.position),
    index('ledger_at').on(entry.at),
    index('ledger_returns').on(entry.captureId).where(sql`kind <> 'purchase' and capture_id is not null`),
    index('ledger_plans').on(entry.position).where(sql`kind in ('purchase', 'grant') and plan <> 'free'`),
    uniqueIndex('ledger_capture_once')
      .on(entry.captureId, entry.kind, entry.amountCents)
      .where(sql`capture_id is not null`),
  ],
)

/** The provider's notices that were dealt with: each counts once. */
export const providerNotices = pgTable(
  'provider_notices',
  {
    eventId: text('event_id').primaryKey(),
    eventType: text('event_type').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (notice) => [index('provider_notices_received').on(notice.receivedAt)],
)

/** Who was told that their plan is about to end. */
export const planEndLetters = pgTable(
  'plan_end_letters',
  {
    accountId: text('account_id').notNull(),
    endsAt: moment('ends_at').notNull(),
    distance: text('distance').$type<'week' | 'day'>().notNull(),
    toldAt: moment('told_at').notNull(),
  },
  (letter) => [primaryKey({ columns: [letter.accountId, letter.endsAt, letter.distance] })],
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
