import { asc, count, gte, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DayCount, DayRevenue } from '../../../ports/admin.ts'
import type { Executor } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { dailyStorage } from '../schema/admin-schema.ts'
import { clips } from '../schema/clip-schema.ts'
import { ledger } from '../schema/payment-schema.ts'

/** Statistics of the installation. Days are UTC dates such as `2026-11-21`; days without any event are left out. */
export function createMetricRecords(executor: Executor) {
  return {
    countUsers: (): Promise<number> => executor.$count(users),

    countNewUsers: (from: Date) => countByDay(executor, users, users.createdAt, from),

    countActiveClips: (): Promise<number> => executor.$count(clips, inArray(clips.status, ['queued', 'processing'])),

    /** Clips finished since `from`, by day, including deleted ones. */
    countFinishedClips: (from: Date) => countByDay(executor, clips, clips.finishedAt, from),

    /** Size of all stored clips, from the sizes measured at publication. */
    async storedBytes() {
      // Clips that are being cut have a key already, but no size.
      const [totals] = await executor
        .select({ bytes: sql<number>`coalesce(sum(${clips.sizeBytes}), 0)::float8` })
        .from(clips)
        .where(isNotNull(clips.fileKey))
      return totals?.bytes ?? 0
    },

    /** Payments less refunds, since `from`. */
    revenue: createRevenueRecords(executor),
  }
}

export function createDailyStorageRecords(executor: Executor) {
  return {
    async note(day: string, bytes: number) {
      await executor
        .insert(dailyStorage)
        .values({ day, bytes })
        .onConflictDoUpdate({ target: dailyStorage.day, set: { bytes: sql`excluded.bytes` } })
    },

    /**
     * Measurements from `fromDay` on, oldest first. If that day has none, the list begins with the last one before it.
     */
    async list(fromDay: string): Promise<{ day: string; bytes: number }[]> {
      const { day } = dailyStorage
      const latestDay = sql`(select max(${day}) from ${dailyStorage} where ${day} <= ${fromDay})`
      return await executor
        .select()
        .from(dailyStorage)
        .where(gte(day, sql`coalesce(${latestDay}, ${fromDay})`))
        .orderBy(asc(day))
    },
  }
}

const utcDay = (time: SQLWrapper): SQL => sql`(${time} at time zone 'UTC')::date`

const dayText = (time: SQLWrapper): SQL<string> => sql<string>`${utcDay(time)}::text`

function countByDay(executor: Executor, table: PgTable, time: PgColumn, from: Date): Promise<DayCount[]> {
  const day = dayText(time)
  return executor.select({ day, count: count() }).from(table).where(gte(time, from)).groupBy(utcDay(time))
}

/**
 * The rule of domain/payments/testing/revenue.ts in SQL; a test compares both. Captures with later entries are
 * evaluated entry by entry.
 */
export function createRevenueRecords(executor: Executor) {
  return async (from: Date, time: Date): Promise<DayRevenue[]> => {
    const begin = sql`${from.toISOString()}::timestamptz`
    const changes = sql`(
      with
        returns as materialized (
          select capture_id, at from ${ledger} where kind <> 'purchase' and capture_id is not null
        ),
        storied as materialized (
          select capture_id from returns where at >= ${begin}
          union
          select capture_id from returns join ${ledger} as purchase using (capture_id)
          where returns.at < ${begin} and purchase.kind = 'purchase' and purchase.at >= ${begin}
        ),
        known as (
          select capture_id, position, at,
            case when kind = 'purchase' then amount_cents else 0 end as counted,
            coalesce(max(amount_cents) filter (where kind = 'purchase') over story, 0) as paid,
            coalesce(max(amount_cents) filter (where kind = 'partial_refund') over story, 0) as partly_back,
            coalesce(max(position) filter (where kind in ('refund', 'chargeback')) over story, 0) as back,
            coalesce(max(position) filter (where kind = 'reinstatement') over story, 0) as here_again
          from storied join ${ledger} using (capture_id)
          window story as (partition by capture_id order by position)
        ),
        held as (
          select *, case when back > here_again then 0 else greatest(0, paid - partly_back) end as cents from known
        ),
        changed as (
          select at, cents - lag(cents, 1, 0) over (partition by capture_id order by position) - counted as cents from held
        )
      select at, cents from changed where at >= ${begin}
      union all
      select at, amount_cents from ${ledger} where kind = 'purchase' and at >= ${begin}
    ) as changes`
    const isBefore = sql`at < ${time.toISOString()}::timestamptz`
    return await executor
      .select({
        day: dayText(sql`at`),
        cents: sql<number>`coalesce(sum(cents), 0)::float8`,
        centsBefore: sql<number>`coalesce(sum(cents) filter (where ${isBefore}), 0)::float8`,
      })
      .from(changes)
      .groupBy(utcDay(sql`at`))
  }
}
