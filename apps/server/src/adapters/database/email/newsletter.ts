import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { EmailRecords } from '../../../ports/emails.ts'
import { type Executor, first } from '../engine/executor.ts'
import { newsletterSubscriptions as subscriptions } from '../schema/email-schema.ts'

export function createNewsletterRecords(executor: Executor): EmailRecords['newsletter'] {
  const is = (email: string) => eq(subscriptions.email, email.toLowerCase())
  return {
    find: (email) => first(executor.select().from(subscriptions).where(is(email))),

    async ask(email, now) {
      await executor
        .insert(subscriptions)
        .values({ email: email.toLowerCase(), createdAt: now })
        .onConflictDoUpdate({
          target: subscriptions.email,
          set: { createdAt: now },
          setWhere: isNull(subscriptions.confirmedAt),
        })
    },

    async confirm(email, now) {
      const confirmed = await executor
        .update(subscriptions)
        .set({ confirmedAt: now })
        .where(and(is(email), isNull(subscriptions.confirmedAt)))
        .returning({ email: subscriptions.email })
      return confirmed.length > 0
    },

    async list({ offset, limit }) {
      const subscribers = await executor
        .select()
        .from(subscriptions)
        .orderBy(desc(subscriptions.createdAt), subscriptions.email)
        .offset(offset)
        .limit(limit)
      const total = await executor.$count(subscriptions)
      return { subscribers, total }
    },

    async delete(email) {
      await executor.delete(subscriptions).where(is(email))
    },

    async sweepUnconfirmed(olderThan) {
      const swept = await executor
        .delete(subscriptions)
        .where(and(isNull(subscriptions.confirmedAt), lte(subscriptions.createdAt, olderThan)))
        .returning({ email: subscriptions.email })
      return swept.map(({ email }) => email)
    },
  }
}
