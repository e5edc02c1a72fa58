import { asc, count, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AdminRecords } from '../../../ports/admin.ts'
import type { Executor } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { dailyStorage } from '../schema/admin-schema.ts'
import { clips } from '../schema/clip-schema.ts'
import { createRevenueRecords, dayText, utcDay } from './revenue.ts'

export function createMetricRecords(executor: Executor): AdminRecords['stats'] {
  return {
    async countUsers() {
      return executor.$count(users)
    },

    countNewUsers: (from) =>
      executor
        .select({ day: dayText(users.createdAt), count: count() })
        .from(users)
        .where(gte(users.createdAt, from))
        .groupBy(utcDay(users.createdAt)),

    async countActiveClips() {
      return executor.$count(clips, inArray(clips.status, ['queued', 'processing']))
    },

    countFinishedClips: (from) =>
      executor
        .select({ day: dayText(clips.finishedAt), count: count() })
        .from(clips)
        .where(gte(clips.finishedAt, from))
        .groupBy(utcDay(clips.finishedAt)),

    async storedBytes() {
      // Those that are being cut have a key already, but no size.
      const [stored] = await executor
        .select({ bytes: sql<number>`coalesce(sum(${clips.sizeBytes}), 0)::float8` })
        .from(clips)
        .where(isNotNull(clips.fileKey))
      return stored?.bytes ?? 0
    },

    revenue: createRevenueRecords(executor),
  }
}

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
