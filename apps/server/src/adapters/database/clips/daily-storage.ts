import { asc, gte, sql } from 'drizzle-orm'
import type { AdminRecords } from '../../../ports/admin.ts'
import type { Executor } from '../executor.ts'
import { dailyStorage } from '../moderation/admin-schema.ts'

export function createDailyStorageRecords(executor: Executor): AdminRecords['dailyStorage'] {
  return {
    async note(day, bytes) {
      await executor
        .insert(dailyStorage)
        .values({ day, bytes })
        .onConflictDoUpdate({ target: dailyStorage.day, set: { bytes: sql`excluded.bytes` } })
    },

    async list(fromDay) {
      const { day } = dailyStorage
      const last = sql`(select max(${day}) from ${dailyStorage} where ${day} <= ${fromDay})`
      return await executor
        .select()
        .from(dailyStorage)
        .where(gte(day, sql`coalesce(${last}, ${fromDay})`))
        .orderBy(asc(day))
    },
  }
}
