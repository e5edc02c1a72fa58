import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Records } from '../../ports.ts'
import type { Executor } from './executor.ts'
import { quotaUsage } from './schema.ts'

/** The row of a viewer that counts nothing and is only ever locked: days and months come and go, this one stays. */
export const LOCK_PERIOD = 'lock'

export function createQuotaRecords(executor: Executor): Records['quota'] {
  return {
    async used(viewerId, { day, month }) {
      const rows = await executor
        .select({ period: quotaUsage.period, used: quotaUsage.used })
        .from(quotaUsage)
        .where(and(eq(quotaUsage.viewerId, viewerId), inArray(quotaUsage.period, [day, month])))
      const usedIn = (period: string) => rows.find((row) => row.period === period)?.used ?? 0
      return { today: usedIn(day), thisMonth: usedIn(month) }
    },

    async list(viewerId) {
      return await executor
        .select({ period: quotaUsage.period, used: quotaUsage.used })
        .from(quotaUsage)
        .where(and(eq(quotaUsage.viewerId, viewerId), ne(quotaUsage.period, LOCK_PERIOD)))
        .orderBy(asc(quotaUsage.period))
    },

    async lock(viewerId) {
      await executor.insert(quotaUsage).values({ viewerId, period: LOCK_PERIOD, used: 0 }).onConflictDoNothing()
      await executor
        .select({ period: quotaUsage.period })
        .from(quotaUsage)
        .where(and(eq(quotaUsage.viewerId, viewerId), eq(quotaUsage.period, LOCK_PERIOD)))
        .for('update')
    },

    async add(viewerId, { day, month }, units) {
      await executor
        .insert(quotaUsage)
        .values([day, month].map((period) => ({ viewerId, period, used: Math.max(0, units) })))
        .onConflictDoUpdate({
          target: [quotaUsage.viewerId, quotaUsage.period],
          set: { used: sql`greatest(0, ${quotaUsage.used} + ${units})` },
        })
    },
  }
}
