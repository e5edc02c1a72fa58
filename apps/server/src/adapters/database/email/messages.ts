import { and, desc, eq, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { ContactMessageRecord, NewsletterRecord } from '../../../ports/emails.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import { type Executor, firstRow, firstWhere, hasRows, lockName, readPage, run } from '../engine/executor.ts'
import { contactMessages, newsletterSubscriptions as subscriptions } from '../schema/email-schema.ts'

type NewContactMessage = Omit<ContactMessageRecord, 'fromPayer'> & Partial<Pick<ContactMessageRecord, 'fromPayer'>>

export function createContactMessageRecords(executor: Executor) {
  const isNewFromPayer = sql`${contactMessages.fromPayer} and ${contactMessages.status} = 'new'`
  const newestFirst = [desc(contactMessages.createdAt), desc(contactMessages.id)]
  return {
    insert: (message: NewContactMessage) => run(executor.insert(contactMessages).values(message)),

    /**
     * Serializes messages from this mailbox until the transaction ends. A mailbox that has never written has no row to
     * lock, so its name is locked.
     */
    lockSender: (email: string) => lockName(executor, `contact ${email.toLowerCase()}`),

    /** An identical message of the same sender, created at `notBefore` or later. */
    findTwin: (
      { name, email, subject, message }: NewContactMessage,
      notBefore: Date,
    ): Promise<ContactMessageRecord | null> =>
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

    find: (id: string): Promise<ContactMessageRecord | null> =>
      firstWhere(executor, contactMessages, eq(contactMessages.id, id)),

    /** New messages of payers first, then all others, newest first. */
    list: (page: PageRequest): Promise<RowPage<ContactMessageRecord>> =>
      readPage(executor, contactMessages, [desc(isNewFromPayer), ...newestFirst], page),

    countNew: (): Promise<number> => executor.$count(contactMessages, eq(contactMessages.status, 'new')),

    setStatus: (id: string, status: ContactMessageRecord['status']): Promise<ContactMessageRecord | null> =>
      firstRow(executor.update(contactMessages).set({ status }).where(eq(contactMessages.id, id)).returning()),

    listFrom: (email: string): Promise<ContactMessageRecord[]> =>
      executor
        .select()
        .from(contactMessages)
        .where(eq(contactMessages.email, email.toLowerCase()))
        .orderBy(...newestFirst),

    deleteFrom: (email: string) =>
      run(executor.delete(contactMessages).where(eq(contactMessages.email, email.toLowerCase()))),
  }
}

export function createNewsletterRecords(executor: Executor) {
  const hasEmail = (email: string) => eq(subscriptions.email, email.toLowerCase())
  return {
    find: (email: string): Promise<NewsletterRecord | null> => firstWhere(executor, subscriptions, hasEmail(email)),

    /** Stores the request, or its new time if it is unconfirmed. A confirmed subscription does not change. */
    async ask(email: string, now: Date) {
      await executor
        .insert(subscriptions)
        .values({ email: email.toLowerCase(), createdAt: now })
        .onConflictDoUpdate({
          target: subscriptions.email,
          set: { createdAt: now },
          setWhere: isNull(subscriptions.confirmedAt),
        })
    },

    /** Returns false if the subscription was not requested, or is already confirmed. */
    confirm(email: string, now: Date) {
      const isUnconfirmed = and(hasEmail(email), isNull(subscriptions.confirmedAt))
      return hasRows(executor.update(subscriptions).set({ confirmedAt: now }).where(isUnconfirmed).returning())
    },

    list: (page: PageRequest): Promise<RowPage<NewsletterRecord>> =>
      readPage(executor, subscriptions, [desc(subscriptions.createdAt), subscriptions.email], page),

    /** Confirmed subscriptions, sorted by email, from the one after `before`. */
    confirmedAfter: ({
      before,
      limit,
    }: {
      before?: NewsletterRecord | undefined
      limit: number
    }): Promise<NewsletterRecord[]> =>
      executor
        .select()
        .from(subscriptions)
        .where(and(isNotNull(subscriptions.confirmedAt), gt(subscriptions.email, before?.email ?? '')))
        .orderBy(subscriptions.email)
        .limit(limit),

    delete: (email: string) => run(executor.delete(subscriptions).where(hasEmail(email))),

    /** Deletes unconfirmed requests and returns their emails. */
    async sweepUnconfirmed(olderThan: Date) {
      const deletedRows = await executor
        .delete(subscriptions)
        .where(and(isNull(subscriptions.confirmedAt), lte(subscriptions.createdAt, olderThan)))
        .returning({ email: subscriptions.email })
      return deletedRows.map(({ email }) => email)
    },
  }
}
