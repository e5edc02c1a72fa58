import { inArray, lte, sql } from 'drizzle-orm'
import type { AccountRecords } from '../../../ports/accounts.ts'
import type { Executor } from '../engine/executor.ts'
import { attempts } from '../schema/account-schema.ts'

export function createAttemptRecords(executor: Executor): AccountRecords['attempts'] {
  return {
    async lock(keys, now) {
      // A row that is not there cannot be locked, and fifty who are the first at once would all be let through.
      await executor
        .insert(attempts)
        .values(keys.map((key) => ({ key, count: 0, lastAt: now, forgottenAt: now })))
        .onConflictDoNothing()
      const rows = await executor
        .select()
        .from(attempts)
        .where(inArray(attempts.key, [...keys]))
        // In one order for everybody, so that two with the same keys wait for, and never on, each other.
        .orderBy(attempts.key)
        .for('update')
      return new Map(rows.map(({ key, count, lastAt }) => [key, { count, lastAt }]))
    },

    async add(key, now, forgottenAt) {
      await executor
        .insert(attempts)
        .values({ key, count: 1, lastAt: now, forgottenAt })
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: sql`case when ${attempts.forgottenAt} <= ${now.toISOString()}::timestamptz then 1 else ${attempts.count} + 1 end`,
            lastAt: now,
            forgottenAt,
          },
        })
    },

    async giveBack(keys) {
      if (keys.length === 0) return
      await executor
        .update(attempts)
        .set({ count: sql`greatest(0, ${attempts.count} - 1)` })
        .where(inArray(attempts.key, [...keys]))
    },

    async clear(keys) {
      if (keys.length === 0) return
      await executor.delete(attempts).where(inArray(attempts.key, [...keys]))
    },

    async sweep(now) {
      await executor.delete(attempts).where(lte(attempts.forgottenAt, now))
    },
  }
}
