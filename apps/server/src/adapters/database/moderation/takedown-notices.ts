import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { TakedownNoticeRecord } from '../../../ports/admin.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import { type Executor, firstRow, firstWhere, lockName, readPage, run } from '../engine/executor.ts'
import { takedownNotices } from '../schema/admin-schema.ts'

type NewNotice = Omit<TakedownNoticeRecord, 'number'>

export function createTakedownNoticeRecords(executor: Executor) {
  return {
    /** Returns the notice with its number. */
    async insert(notice: NewNotice): Promise<TakedownNoticeRecord> {
      const [inserted] = await executor.insert(takedownNotices).values(notice).returning()
      if (!inserted) throw new Error('The notice was not inserted.')
      return inserted
    },

    /**
     * Serializes notices from this mailbox until the transaction ends. A mailbox that has never written has no row to
     * lock, so its name is locked.
     */
    lockSender: (email: string) => lockName(executor, `notice ${email.toLowerCase()}`),

    /** An identical notice of the same sender, created at `notBefore` or later. */
    findTwin: (
      { email, name, work, links, createdAt: _, ...fields }: NewNotice,
      notBefore: Date,
    ): Promise<TakedownNoticeRecord | null> =>
      firstWhere(
        executor,
        takedownNotices,
        and(
          gte(takedownNotices.createdAt, notBefore),
          eq(takedownNotices.email, email),
          eq(takedownNotices.name, name),
          eq(takedownNotices.work, work),
          eq(takedownNotices.address, fields.address),
          eq(takedownNotices.phone, fields.phone),
          eq(takedownNotices.signature, fields.signature),
          sql`${takedownNotices.links} = ${JSON.stringify(links)}::jsonb`,
        ),
      ),

    find: (id: string): Promise<TakedownNoticeRecord | null> =>
      firstWhere(executor, takedownNotices, eq(takedownNotices.id, id)),

    /** Locks the notice's row until the transaction ends. */
    lock: (id: string): Promise<TakedownNoticeRecord | null> =>
      firstRow(executor.select().from(takedownNotices).where(eq(takedownNotices.id, id)).for('update')),

    countOpen: (): Promise<number> => executor.$count(takedownNotices, eq(takedownNotices.status, 'open')),

    decide: (id: string, decision: Pick<TakedownNoticeRecord, 'status' | 'unblockable' | 'decidedAt'>) =>
      run(executor.update(takedownNotices).set(decision).where(eq(takedownNotices.id, id))),

    list: (page: PageRequest): Promise<RowPage<TakedownNoticeRecord>> =>
      readPage(executor, takedownNotices, [desc(takedownNotices.createdAt), desc(takedownNotices.number)], page),
  }
}
