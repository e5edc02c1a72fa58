/** Payments. Nothing here refers to users: what was paid is kept for longer than an account. */

import type { Language } from '@kerf/domain/language'
import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import type { PaidPlanId, PlanId } from '@kerf/domain/plans/plans'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderStatus } from '../../../ports/payments.ts'
import { moment } from '../moment-column.ts'

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
