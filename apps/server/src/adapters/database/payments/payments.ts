import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, max, or, sql } from 'drizzle-orm'
import type { PaymentRecords } from '../../../ports/payments.ts'
import { type Executor, first, firstWhere, meetsAny, run } from '../engine/executor.ts'
import { paymentOrders, providerWebhookEvents } from '../schema/payment-schema.ts'

/** Advisory lock, held until the transaction ends, so that receipt numbers have no gaps. */
const RECEIPT_LOCK = 4_702_001

export function createOrderRecords(executor: Executor): PaymentRecords['orders'] {
  return {
    insert: (order) => run(executor.insert(paymentOrders).values(order)),

    findByProviderId: (id) => firstWhere(executor, paymentOrders, eq(paymentOrders.providerOrderId, id)),

    findByCapture: (captureId) => firstWhere(executor, paymentOrders, eq(paymentOrders.captureId, captureId)),

    lock: (id) => first(executor.select().from(paymentOrders).where(eq(paymentOrders.id, id)).for('update')),

    update: (id, change) => run(executor.update(paymentOrders).set(change).where(eq(paymentOrders.id, id))),

    async takeReceiptNumber() {
      await executor.execute(sql`select pg_advisory_xact_lock(${RECEIPT_LOCK})`)
      const [latestReceipt] = await executor.select({ number: max(paymentOrders.receiptNumber) }).from(paymentOrders)
      return (latestReceipt?.number ?? 0) + 1
    },

    listFor: (accountId) =>
      executor
        .select()
        .from(paymentOrders)
        .where(eq(paymentOrders.accountId, accountId))
        .orderBy(desc(paymentOrders.createdAt), desc(paymentOrders.id)),

    listDue: (now, limit) =>
      executor
        .select()
        .from(paymentOrders)
        .where(and(isNotNull(paymentOrders.nextCheckAt), lte(paymentOrders.nextCheckAt, now)))
        .orderBy(asc(paymentOrders.nextCheckAt))
        .limit(limit),

    async listUnclear(from, until, limit) {
      const isNoLongerChecked = and(
        inArray(paymentOrders.status, ['created', 'pending']),
        isNull(paymentOrders.nextCheckAt),
      )
      return await executor
        .select()
        .from(paymentOrders)
        .where(
          and(
            gte(paymentOrders.createdAt, from),
            lte(paymentOrders.createdAt, until),
            or(eq(paymentOrders.status, 'capturing'), isNoLongerChecked),
          ),
        )
        .orderBy(asc(paymentOrders.createdAt))
        .limit(limit)
    },
  }
}

export function createWebhookEventRecords(executor: Executor): PaymentRecords['webhookEvents'] {
  return {
    async remember(eventId, eventType, now) {
      const event = { eventId, eventType, receivedAt: now }
      return await meetsAny(executor.insert(providerWebhookEvents).values(event).onConflictDoNothing().returning())
    },

    sweep: (olderThan) =>
      run(executor.delete(providerWebhookEvents).where(lte(providerWebhookEvents.receivedAt, olderThan))),
  }
}
