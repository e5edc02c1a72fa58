import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Executor } from '../engine/executor.ts'
import { quotaUsage } from '../schema/clip-schema.ts'

/** Period of a row that counts nothing and serves as a viewer's lock. Unlike the rows of days and months, it stays. */
export const LOCK_PERIOD = 'lock'

/** A day such as `2026-11-20` and its month, `2026-11`. */
interface Periods {
  day: string
  month: string
}

/**
 * Records of the quota units that were used. `counted` says by whom: a viewer's id, or for an IP address a key that
 * begins with IP_ADDRESS_COUNT_PREFIX.
 */
export function createQuotaRecords(executor: Executor) {
  return {
    async usage(counterKey: string, { day, month }: Periods) {
      const rows = await executor
        .select({ period: quotaUsage.period, used: quotaUsage.used })
        .from(quotaUsage)
        .where(and(eq(quotaUsage.viewerId, counterKey), inArray(quotaUsage.period, [day, month])))
      const usedIn = (period: string) => rows.find((row) => row.period === period)?.used ?? 0
      return { today: usedIn(day), thisMonth: usedIn(month) }
    },

    list: (viewerId: string): Promise<{ period: string; used: number }[]> =>
      executor
        .select({ period: quotaUsage.period, used: quotaUsage.used })
        .from(quotaUsage)
        .where(and(eq(quotaUsage.viewerId, viewerId), ne(quotaUsage.period, LOCK_PERIOD)))
        .orderBy(asc(quotaUsage.period)),

    /** Locks the quota of `counted` until the transaction ends, so that check and charge are atomic. */
    async lock(counterKey: string) {
      // Another transaction may delete the row during the wait. Then nothing is locked, and the loop repeats.
      let lockedRows: unknown[] = []
      while (lockedRows.length === 0) {
        await executor
          .insert(quotaUsage)
          .values({ viewerId: counterKey, period: LOCK_PERIOD, used: 0 })
          .onConflictDoNothing()
        lockedRows = await executor
          .select({ period: quotaUsage.period })
          .from(quotaUsage)
          .where(and(eq(quotaUsage.viewerId, counterKey), eq(quotaUsage.period, LOCK_PERIOD)))
          .for('update')
      }
    },

    addAll,
  }

  /** Adds units to several viewers and IP addresses, always in the same order, so that transactions cannot deadlock. */
  async function addAll(changes: readonly { counted: string; periods: Periods }[], units: 1 | -1): Promise<void> {
    const rows = new Map<string, { viewerId: string; period: string; unitCount: number }>()
    for (const { counted, periods } of changes)
      for (const period of [periods.month, periods.day]) {
        const key = `${counted} ${period}`
        rows.set(key, { viewerId: counted, period, unitCount: (rows.get(key)?.unitCount ?? 0) + 1 })
      }
    for (const key of [...rows.keys()].sort()) {
      const row = rows.get(key)
      if (!row) continue
      const { viewerId, period, unitCount } = row
      await executor
        .insert(quotaUsage)
        .values({ viewerId, period, used: Math.max(0, units * unitCount) })
        .onConflictDoUpdate({
          target: [quotaUsage.viewerId, quotaUsage.period],
          set: { used: sql`greatest(0, ${quotaUsage.used} + ${units * unitCount})` },
        })
    }
  }
}
