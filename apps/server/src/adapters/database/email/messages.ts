import { and, desc, eq, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { EmailRecords } from '../../../ports/emails.ts'
import { type Executor, first, firstWhere, lockName, meetsAny, pageOf, run } from '../engine/executor.ts'
import { contactMessages, newsletterSubscriptions as subscriptions } from '../schema/email-schema.ts'

export function createContactMessageRecords(executor: Executor): EmailRecords['contactMessages'] {
  const isPressing = sql`${contactMessages.fromPayer} and ${contactMessages.status} = 'new'`
  const newestFirst = [desc(contactMessages.createdAt), desc(contactMessages.id)]
  return {
    insert: (message) => run(executor.insert(contactMessages).values(message)),

    // A mailbox that has never written has no row to lock, so its name is locked.
    lockSender: (email) => lockName(executor, `contact ${email.toLowerCase()}`),

    findTwin: ({ name, email, subject, message }, notBefore) =>
      firstWhere(
        executor,
        contactMessages,
        and(
          eq(contactMessages.email, email.toLowerCase()),
          eq(contactMessages.name, name),
          eq(contactMessages.subject, subject),
          eq(contactMessages.message, message),
          gte(contactMessages.createdAt, notBefore),
        ),
      ),

    find: (id) => firstWhere(executor, contactMessages, eq(contactMessages.id, id)),

    list: (page) => pageOf(executor, contactMessages, [desc(isPressing), ...newestFirst], page),

    countNew: () => executor.$count(contactMessages, eq(contactMessages.status, 'new')),

    setStatus: (id, status) =>
      first(executor.update(contactMessages).set({ status }).where(eq(contactMessages.id, id)).returning()),

    listFrom: (email) =>
      executor
        .select()
        .from(contactMessages)
        .where(eq(contactMessages.email, email.toLowerCase()))
        .orderBy(...newestFirst),

    deleteFrom: (email) => run(executor.delete(contactMessages).where(eq(contactMessages.email, email.toLowerCase()))),
  }
}

export function createNewsletterRecords(executor: Executor): EmailRecords['newsletter'] {
  const hasEmail = (email: string) => eq(subscriptions.email, email.toLowerCase())
  return {
    find: (email) => firstWhere(executor, subscriptions, hasEmail(email)),

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

    confirm(email, now) {
      const isOpen = and(hasEmail(email), isNull(subscriptions.confirmedAt))
      return meetsAny(executor.update(subscriptions).set({ confirmedAt: now }).where(isOpen).returning())
    },

    list: (page) => pageOf(executor, subscriptions, [desc(subscriptions.createdAt), subscriptions.email], page),

    confirmedAfter: ({ before, limit }) =>
      executor
        .select()
        .from(subscriptions)
        .where(and(isNotNull(subscriptions.confirmedAt), gt(subscriptions.email, before?.email ?? '')))
        .orderBy(subscriptions.email)
        .limit(limit),

    delete: (email) => run(executor.delete(subscriptions).where(hasEmail(email))),

    async sweepUnconfirmed(olderThan) {
      const deletedRows = await executor
        .delete(subscriptions)
        .where(and(isNull(subscriptions.confirmedAt), lte(subscriptions.createdAt, olderThan)))
        .returning({ email: subscriptions.email })
      return deletedRows.map(({ email }) => email)
    },
  }
}
