import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, max, or, sql } from 'drizzle-orm'
import type { PaymentOrderRecord } from '../../../ports/payments.ts'
import { type Executor, firstRow, firstWhere, hasRows, run } from '../engine/executor.ts'
import { paymentOrders, providerWebhookEvents } from '../schema/payment-schema.ts'

/** Advisory lock, held until the transaction ends, so that receipt numbers have no gaps. */
const RECEIPT_LOCK = 4_702_001

export function createOrderRecords(executor: Executor) {
  return {
    insert: (order: PaymentOrderRecord) => run(executor.insert(paymentOrders).values(order)),

    findByProviderId: (id: string): Promise<PaymentOrderRecord | null> =>
      firstWhere(executor, paymentOrders, eq(paymentOrders.providerOrderId, id)),

    findByCapture: (captureId: string): Promise<PaymentOrderRecord | null> =>
      firstWhere(executor, paymentOrders, eq(paymentOrders.captureId, captureId)),

    /** Locks the order's row until the transaction ends. */
    lock: (id: string): Promise<PaymentOrderRecord | null> =>
      firstRow(executor.select().from(paymentOrders).where(eq(paymentOrders.id, id)).for('update')),

    update: (id: string, change: Partial<Omit<PaymentOrderRecord, 'id' | 'createdAt'>>) =>
      run(executor.update(paymentOrders).set(change).where(eq(paymentOrders.id, id))),

    /** The next receipt number. Committed numbers are unique and without gaps. */
    async takeReceiptNumber() {
      await executor.execute(sql`select pg_advisory_xact_lock(${RECEIPT_LOCK})`)
      const [latestReceipt] = await executor.select({ number: max(paymentOrders.receiptNumber) }).from(paymentOrders)
      return (latestReceipt?.number ?? 0) + 1
    },

    listFor: (accountId: string): Promise<PaymentOrderRecord[]> =>
      executor
        .select()
        .from(paymentOrders)
        .where(eq(paymentOrders.accountId, accountId))
        .orderBy(desc(paymentOrders.createdAt), desc(paymentOrders.id)),

    /** Orders whose next check is due, earliest first. */
    listDue: (now: Date, limit: number): Promise<PaymentOrderRecord[]> =>
      executor
        .select()
        .from(paymentOrders)
        .where(and(isNotNull(paymentOrders.nextCheckAt), lte(paymentOrders.nextCheckAt, now)))
        .orderBy(asc(paymentOrders.nextCheckAt))
        .limit(limit),

    /** Orders of unknown outcome (capturing, or no longer checked), created between these times, oldest first. */
    async listUnclear(from: Date, until: Date, limit: number): Promise<PaymentOrderRecord[]> {
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

export function createWebhookEventRecords(executor: Executor) {
  return {
    /** Stores the event's id. Returns false if it is already stored. */
    async remember(eventId: string, eventType: string, now: Date) {
      const event = { eventId, eventType, receivedAt: now }
      return await hasRows(executor.insert(providerWebhookEvents).values(event).onConflictDoNothing().returning())
    },

    sweep: (olderThan: Date) =>
      run(executor.delete(providerWebhookEvents).where(lte(providerWebhookEvents.receivedAt, olderThan))),
  }
}
