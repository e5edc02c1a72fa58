/** Tables of payments. They have no references to users, because payments outlive accounts. */

import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import type { PaidPlanId, PlanId } from '@kerf/domain/plans/plans'
import type { Language } from '@kerf/messages/languages'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderStatus } from '../../../ports/payments.ts'
import { time } from './columns.ts'

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
    createdAt: time('created_at').notNull(),
    paidAt: time('paid_at'),
    nextCheckAt: time('next_check_at'),
  },
  (order) => [
    uniqueIndex('payment_orders_provider').on(order.providerOrderId),
    uniqueIndex('payment_orders_capture').on(order.captureId),
    uniqueIndex('payment_orders_receipt').on(order.receiptNumber),
    index('payment_orders_account').on(order.accountId, order.createdAt),
    index('payment_orders_due').on(order.nextCheckAt).where(sql`next_check_at is not null`),
  ],
)

/** The ledger. Entries are added and never changed; see domain/payments/ledger.ts. */
export const ledger = pgTable(
  'ledger',
  {
    /** Order of entries, because two may have the same time. */
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: text('id').notNull(),
    accountId: text('account_id').notNull(),
    at: time('at').notNull(),
    kind: text('kind').$type<LedgerEntry['kind']>().notNull(),
    plan: text('plan').$type<PlanId>(),
    orderId: text('order_id'),
    captureId: text('capture_id'),
    amountCents: integer('amount_cents'),
    currency: text('currency').$type<'USD'>(),
    endsAt: time('ends_at'),
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

export const providerWebhookEvents = pgTable(
  'provider_webhook_events',
  {
    eventId: text('event_id').primaryKey(),
    eventType: text('event_type').notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (webhookEvent) => [index('provider_webhook_events_received').on(webhookEvent.receivedAt)],
)

export const planEndEmails = pgTable(
  'plan_end_emails',
  {
    accountId: text('account_id').notNull(),
    endsAt: time('ends_at').notNull(),
    distance: text('distance').$type<'week' | 'day'>().notNull(),
    sentAt: time('sent_at').notNull(),
  },
  (email) => [primaryKey({ columns: [email.accountId, email.endsAt, email.distance] })],
)
