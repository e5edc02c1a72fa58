import { eq, sql } from 'drizzle-orm'
import type { AccountRecords } from '../../account-ports.ts'
import type { Executor } from './executor.ts'
import { LOCK_PERIOD } from './quota.ts'
import { downloads, quotaUsage, videos } from './schema.ts'

export function createBelongingRecords(executor: Executor): AccountRecords['belongings'] {
  return {
    async move(fromViewerId, toAccountId) {
      await executor.update(videos).set({ viewerId: toAccountId }).where(eq(videos.viewerId, fromViewerId))
      await executor.update(downloads).set({ viewerId: toAccountId }).where(eq(downloads.viewerId, fromViewerId))
      const counted = await executor
        .delete(quotaUsage)
        .where(eq(quotaUsage.viewerId, fromViewerId))
        .returning({ period: quotaUsage.period, used: quotaUsage.used })
      for (const { period, used } of counted) {
        if (period === LOCK_PERIOD) continue
        await executor
          .insert(quotaUsage)
          .values({ viewerId: toAccountId, period, used })
          .onConflictDoUpdate({
            target: [quotaUsage.viewerId, quotaUsage.period],
            set: { used: sql`${quotaUsage.used} + ${used}` },
          })
      }
    },

    async delete(viewerId) {
      await executor.delete(downloads).where(eq(downloads.viewerId, viewerId))
      await executor.delete(videos).where(eq(videos.viewerId, viewerId))
      await executor.delete(quotaUsage).where(eq(quotaUsage.viewerId, viewerId))
    },
  }
}
