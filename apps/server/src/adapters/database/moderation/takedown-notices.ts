import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { AdminRecords } from '../../../ports/admin.ts'
import { type Executor, first, lockName, pageOf } from '../engine/executor.ts'
import { takedownNotices } from '../schema/admin-schema.ts'

export function createTakedownNoticeRecords(executor: Executor): AdminRecords['takedownNotices'] {
  return {
    async insert(notice) {
      const [cached] = await executor.insert(takedownNotices).values(notice).returning()
      if (!cached) throw new Error('The notice was not kept.')
      return cached
    },

    async lockSender(email) {
      // Of a mailbox that has never written there is no row to lock.
      await lockName(executor, `notice ${email.toLowerCase()}`)
    },

    findTwin: ({ email, name, work, links, createdAt: _, ...rest }, notBefore) =>
      first(
        executor
          .select()
          .from(takedownNotices)
          .where(
            and(
              gte(takedownNotices.createdAt, notBefore),
              eq(takedownNotices.email, email),
              eq(takedownNotices.name, name),
              eq(takedownNotices.work, work),
              eq(takedownNotices.address, rest.address),
              eq(takedownNotices.phone, rest.phone),
              eq(takedownNotices.signature, rest.signature),
              sql`${takedownNotices.links} = ${JSON.stringify(links)}::jsonb`,
            ),
          )
          .limit(1),
      ),

    find: (id) => first(executor.select().from(takedownNotices).where(eq(takedownNotices.id, id))),

    lock: (id) => first(executor.select().from(takedownNotices).where(eq(takedownNotices.id, id)).for('update')),

    countOpen: () => executor.$count(takedownNotices, eq(takedownNotices.status, 'open')),

    async decide(id, decision) {
      await executor.update(takedownNotices).set(decision).where(eq(takedownNotices.id, id))
    },

    list: (page) =>
      pageOf(executor, takedownNotices, [desc(takedownNotices.createdAt), desc(takedownNotices.number)], page),
  }
}
