import type { WebhookEvent } from '@kerf/domain/webhooks/webhook'
import { and, arrayContains, asc, desc, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { DeliveryRecord, WebhookRecord } from '../../../ports/webhooks.ts'
import { type Executor, firstRow, firstWhere, hasRows, run } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { webhookDeliveries as deliveries, webhooks } from '../schema/webhook-schema.ts'

export function createWebhookRecords(executor: Executor) {
  return {
    insert: (webhook: WebhookRecord) => run(executor.insert(webhooks).values(webhook)),

    /** null unless the webhook belongs to this account. */
    find: (id: string, accountId: string): Promise<WebhookRecord | null> =>
      firstWhere(executor, webhooks, and(eq(webhooks.id, id), eq(webhooks.accountId, accountId))),

    listFor: (accountId: string): Promise<WebhookRecord[]> =>
      executor
        .select()
        .from(webhooks)
        .where(eq(webhooks.accountId, accountId))
        .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),

    /** Active webhooks of these accounts that subscribe to this event. */
    async listSubscribed(accountIds: readonly string[], event: WebhookEvent): Promise<WebhookRecord[]> {
      if (accountIds.length === 0) return []
      const hasEvent = arrayContains(webhooks.events, [event])
      return await executor
        .select()
        .from(webhooks)
        .where(and(inArray(webhooks.accountId, [...accountIds]), webhooks.isOn, hasEvent))
    },

    update: (id: string, change: Partial<Omit<WebhookRecord, 'id' | 'accountId'>>): Promise<WebhookRecord | null> =>
      firstRow(executor.update(webhooks).set(change).where(eq(webhooks.id, id)).returning()),

    /** Raises `failures` by one. Returns null if another process has changed the count since the webhook was read. */
    addFailure: ({ id, failures }: Pick<WebhookRecord, 'id' | 'failures'>, at: Date): Promise<WebhookRecord | null> =>
      firstRow(
        executor
          .update(webhooks)
          .set({
            failures: failures + 1,
            failingSince: sql`coalesce(${webhooks.failingSince}, ${at.toISOString()}::timestamptz)`,
          })
          .where(and(eq(webhooks.id, id), eq(webhooks.failures, failures)))
          .returning(),
      ),

    delete: (id: string, accountId: string) =>
      hasRows(
        executor
          .delete(webhooks)
          .where(and(eq(webhooks.id, id), eq(webhooks.accountId, accountId)))
          .returning({ id: webhooks.id }),
      ),
  }
}

export function createWebhookDeliveryRecords(executor: Executor) {
  return {
    async insert(rows: readonly DeliveryRecord[]) {
      if (rows.length > 0) await executor.insert(deliveries).values([...rows])
    },

    find: (id: string, webhookId: string): Promise<DeliveryRecord | null> =>
      firstWhere(executor, deliveries, and(eq(deliveries.id, id), eq(deliveries.webhookId, webhookId))),

    list: (webhookId: string, limit: number): Promise<DeliveryRecord[]> =>
      executor
        .select()
        .from(deliveries)
        .where(eq(deliveries.webhookId, webhookId))
        .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
        .limit(limit),

    /**
     * Takes the earliest due delivery and counts an attempt. No other process takes it until `leasedUntil`. Skips
     * webhooks that are off, paused or in `busyIds`, and webhooks of suspended accounts or accounts in `busyIds`.
     */
    take: (
      now: Date,
      leasedUntil: Date,
      busyIds: { webhooks: readonly string[]; accounts: readonly string[] },
    ): Promise<{ delivery: DeliveryRecord; webhook: WebhookRecord } | null> =>
      executor.transaction(async (transaction) => {
        const [candidate] = await transaction
          .select({ delivery: deliveries, webhook: webhooks })
          .from(deliveries)
          .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
          .innerJoin(users, eq(users.id, webhooks.accountId))
          .where(
            and(
              lte(deliveries.nextTryAt, now),
              webhooks.isOn,
              users.isActive,
              or(isNull(webhooks.pausedUntil), lte(webhooks.pausedUntil, now)),
              busyIds.webhooks.length > 0 ? notInArray(webhooks.id, [...busyIds.webhooks]) : undefined,
              busyIds.accounts.length > 0 ? notInArray(webhooks.accountId, [...busyIds.accounts]) : undefined,
            ),
          )
          .orderBy(asc(deliveries.nextTryAt), asc(deliveries.id))
          .limit(1)
          .for('update', { of: deliveries, skipLocked: true })
        if (!candidate) return null
        const [delivery] = await transaction
          .update(deliveries)
          .set({ tries: candidate.delivery.tries + 1, lastTryAt: now, nextTryAt: leasedUntil })
          .where(eq(deliveries.id, candidate.delivery.id))
          .returning()
        return delivery ? { delivery, webhook: candidate.webhook } : null
      }),

    /** Due time of the account's earliest waiting delivery; null if none waits. */
    async earliestDue(accountId: string) {
      const [earliestDelivery] = await executor
        .select({ at: deliveries.nextTryAt })
        .from(deliveries)
        .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
        .where(and(eq(webhooks.accountId, accountId), isNotNull(deliveries.nextTryAt)))
        .orderBy(asc(deliveries.nextTryAt))
        .limit(1)
      return earliestDelivery?.at ?? null
    },

    update: (
      id: string,
      change: Partial<Omit<DeliveryRecord, 'id' | 'webhookId' | 'body'>>,
    ): Promise<DeliveryRecord | null> =>
      firstRow(executor.update(deliveries).set(change).where(eq(deliveries.id, id)).returning()),

    sweep: (createdBefore: Date) => run(executor.delete(deliveries).where(lte(deliveries.createdAt, createdBefore))),
  }
}
