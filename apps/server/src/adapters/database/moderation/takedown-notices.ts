import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { AdminRecords } from '../../../ports/admin.ts'
import { type Executor, first, firstWhere, lockName, pageOf, run } from '../engine/executor.ts'
import { takedownNotices } from '../schema/admin-schema.ts'

export function createTakedownNoticeRecords(executor: Executor): AdminRecords['takedownNotices'] {
  return {
    async insert(notice) {
      const [inserted] = await executor.insert(takedownNotices).values(notice).returning()
      if (!inserted) throw new Error('The notice was not inserted.')
      return inserted
    },

    // A mailbox that has never written has no row to lock, so its name is locked.
    lockSender: (email) => lockName(executor, `notice ${email.toLowerCase()}`),

    findTwin: ({ email, name, work, links, createdAt: _, ...fields }, notBefore) =>
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

    find: (id) => firstWhere(executor, takedownNotices, eq(takedownNotices.id, id)),

    lock: (id) => first(executor.select().from(takedownNotices).where(eq(takedownNotices.id, id)).for('update')),

    countOpen: () => executor.$count(takedownNotices, eq(takedownNotices.status, 'open')),

    decide: (id, decision) => run(executor.update(takedownNotices).set(decision).where(eq(takedownNotices.id, id))),

    list: (page) =>
      pageOf(executor, takedownNotices, [desc(takedownNotices.createdAt), desc(takedownNotices.number)], page),
  }
}
