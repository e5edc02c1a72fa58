import { asc, gte, sql } from 'drizzle-orm'
import type { AdminRecords } from '../../admin-ports.ts'
import { dailyStorage } from './admin-schema.ts'
import type { Executor } from './executor.ts'

export function createDailyStorageRecords(executor: Executor): AdminRecords['dailyStorage'] {
  return {
    async note(day, bytes) {
      await executor
        .insert(dailyStorage)
        .values({ day, bytes })
        .onConflictDoUpdate({ target: dailyStorage.day, set: { bytes: sql`excluded.bytes` } })
    },

    async list(fromDay) {
      return await executor
        .select()
        .from(dailyStorage)
        .where(gte(dailyStorage.day, fromDay))
        .orderBy(asc(dailyStorage.day))
    },
  }
}
