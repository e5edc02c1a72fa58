import { and, arrayContains, asc, desc, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first, firstWhere, meetsAny, run } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { webhookDeliveries as deliveries, webhooks } from '../schema/webhook-schema.ts'

export function createWebhookRecords(executor: Executor): Records['webhooks'] {
  return {
    insert: (webhook) => run(executor.insert(webhooks).values(webhook)),

    find: (id, accountId) =>
      firstWhere(executor, webhooks, and(eq(webhooks.id, id), eq(webhooks.accountId, accountId))),

    listFor: (accountId) =>
      executor
        .select()
        .from(webhooks)
        .where(eq(webhooks.accountId, accountId))
        .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),

    async listening(accountIds, event) {
      if (accountIds.length === 0) return []
      const hasEvent = arrayContains(webhooks.events, [event])
      return await executor
        .select()
        .from(webhooks)
        .where(and(inArray(webhooks.accountId, [...accountIds]), webhooks.isOn, hasEvent))
    },

    update: (id, change) => first(executor.update(webhooks).set(change).where(eq(webhooks.id, id)).returning()),

    addFailure: ({ id, failures }, at) =>
      first(
        executor
          .update(webhooks)
          .set({
            failures: failures + 1,
            failingSince: sql`coalesce(${webhooks.failingSince}, ${at.toISOString()}::timestamptz)`,
          })
          .where(and(eq(webhooks.id, id), eq(webhooks.failures, failures)))
          .returning(),
      ),

    delete: (id, accountId) =>
      meetsAny(
        executor
          .delete(webhooks)
          .where(and(eq(webhooks.id, id), eq(webhooks.accountId, accountId)))
          .returning({ id: webhooks.id }),
      ),
  }
}

export function createWebhookDeliveryRecords(executor: Executor): Records['webhookDeliveries'] {
  return {
    async insert(rows) {
      if (rows.length > 0) await executor.insert(deliveries).values([...rows])
    },

    find: (id, webhookId) =>
      firstWhere(executor, deliveries, and(eq(deliveries.id, id), eq(deliveries.webhookId, webhookId))),

    list: (webhookId, limit) =>
      executor
        .select()
        .from(deliveries)
        .where(eq(deliveries.webhookId, webhookId))
        .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
        .limit(limit),

    take: (now, leasedUntil, busy) =>
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
              busy.webhooks.length > 0 ? notInArray(webhooks.id, [...busy.webhooks]) : undefined,
              busy.accounts.length > 0 ? notInArray(webhooks.accountId, [...busy.accounts]) : undefined,
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

    async earliestDue(accountId) {
      const [earliest] = await executor
        .select({ at: deliveries.nextTryAt })
        .from(deliveries)
        .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
        .where(and(eq(webhooks.accountId, accountId), isNotNull(deliveries.nextTryAt)))
        .orderBy(asc(deliveries.nextTryAt))
        .limit(1)
      return earliest?.at ?? null
    },

    update: (id, change) => first(executor.update(deliveries).set(change).where(eq(deliveries.id, id)).returning()),

    sweep: (createdBefore) => run(executor.delete(deliveries).where(lte(deliveries.createdAt, createdBefore))),
  }
}
