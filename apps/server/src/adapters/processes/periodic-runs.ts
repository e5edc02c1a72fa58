import { eq, gt, lte, or, sql } from 'drizzle-orm'
import type { PeriodicRuns, PeriodicTaskName, PeriodicTaskTerms } from '../../ports/processes.ts'
import type { Executor } from '../database/engine/executor.ts'
import type { NameLock, NameLocks } from '../database/engine/name-locks.ts'
import { rounds } from '../database/schema/process-schema.ts'

/**
 * Runs periodic work in one process at a time. A lock decides which process runs a round, and a row when it is due. A
 * round that is marked as under way without a held lock is due again.
 */
export function createPeriodicRuns(executor: Executor, holding: NameLocks): PeriodicRuns {
  async function beginRun(
    name: PeriodicTaskName,
    { everyMilliseconds, evenIfDone = false }: PeriodicTaskTerms,
  ): Promise<boolean> {
    const dueBefore = sql`now() - ${everyMilliseconds / 1000} * interval '1 second'`
    // After the clock was set back, stored times may be in the future.
    const isDue = or(lte(rounds.begunAt, dueBefore), gt(rounds.begunAt, sql`now()`), eq(rounds.isUnderWay, true))
    const changedRows = await executor
      .insert(rounds)
      .values({ name, begunAt: sql`now()`, isUnderWay: true })
      .onConflictDoUpdate({
        target: rounds.name,
        set: { begunAt: sql`now()`, isUnderWay: true },
        ...(evenIfDone ? {} : { setWhere: isDue }),
      })
      .returning({ name: rounds.name })
    return changedRows.length > 0
  }

  async function endRun(name: PeriodicTaskName, isDone: boolean): Promise<void> {
    await executor
      .update(rounds)
      .set({ isUnderWay: false, ...(isDone ? { endedAt: sql`now()` } : {}) })
      .where(eq(rounds.name, name))
  }

  async function runTask<T>(
    name: PeriodicTaskName,
    lock: NameLock,
    work: (lostSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    let isDone = false
    try {
      const result = await work(lock.lost)
      isDone = true
      return result
    } finally {
      // After the lock was lost, its new holder writes the outcome.
      if (!lock.lost.aborted) await endRun(name, isDone)
    }
  }

  return {
    async attempt(name, terms, work) {
      await using lock = await holding.tryLock(name)
      if (!lock || !(await beginRun(name, terms))) return false
      await runTask(name, lock, work)
      return true
    },

    async inTurn(name, work) {
      await using lock = await holding.lock(name)
      await beginRun(name, { everyMilliseconds: 0, evenIfDone: true })
      return await runTask(name, lock, work)
    },

    async lastAt(name) {
      const [row] = await executor.select({ endedAt: rounds.endedAt }).from(rounds).where(eq(rounds.name, name))
      return row?.endedAt ?? null
    },
  }
}
