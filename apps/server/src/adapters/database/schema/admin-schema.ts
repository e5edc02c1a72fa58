/** Tables that admins manage: audit log, blocklist, takedown notices, daily storage and settings. */

import type { AuditAction, AuditTargetKind } from '@kerf/domain/moderation/audit'
import type { BlockKind } from '@kerf/domain/moderation/blocking'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { TakedownNoticeRecord } from '../../../ports/admin.ts'
import { time } from './columns.ts'

/**
 * Audit log. A trigger refuses changes and deletions. Entries name an account only by its id, so that an account can be
 * deleted.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** Order of entries, because two may have the same time. */
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: text('id').notNull(),
    at: time('at').notNull(),
    actorId: text('actor_id'),
    action: text('action').$type<AuditAction>().notNull(),
    targetKind: text('target_kind').$type<AuditTargetKind>(),
    targetId: text('target_id'),
    targetName: text('target_name'),
    details: text('details'),
  },
  (entry) => [uniqueIndex('audit_log_id').on(entry.id), index('audit_log_action').on(entry.action, entry.position)],
)

export const blocklist = pgTable(
  'blocklist',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<BlockKind>().notNull(),
    /** Key for comparisons, see domain/moderation/blocking.ts. All spellings of a link have the same key. */
    key: text('key').notNull(),
    link: text('link').notNull(),
    reason: text('reason').notNull(),
    createdAt: time('created_at').notNull(),
    createdBy: text('created_by'),
    noticeId: text('notice_id'),
  },
  (block) => [
    uniqueIndex('blocklist_key').on(block.kind, block.key),
    index('blocklist_created_at').on(block.createdAt),
  ],
)

export const takedownNotices = pgTable(
  'takedown_notices',
  {
    id: text('id').primaryKey(),
    /** Sequential number. Emails cite it together with the year. */
    number: integer('number').notNull().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    address: text('address').notNull(),
    phone: text('phone').notNull(),
    signature: text('signature').notNull(),
    work: text('work').notNull(),
    links: jsonb('links').$type<string[]>().notNull(),
    status: text('status').$type<TakedownNoticeRecord['status']>().notNull(),
    unblockable: jsonb('unblockable').$type<string[]>().notNull().default(sql`'[]'::jsonb`),
    createdAt: time('created_at').notNull(),
    decidedAt: time('decided_at'),
  },
  (notice) => [index('takedown_notices_created_at').on(notice.createdAt)],
)

/** Bytes of all clips at the last measurement of each day (`2026-11-21`, UTC). */
export const dailyStorage = pgTable('daily_storage', {
  day: text('day').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
})
