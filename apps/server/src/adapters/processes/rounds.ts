import { eq, gt, lte, or, sql } from 'drizzle-orm'
import type { RoundName, Rounds, RoundTerms } from '../../ports/processes.ts'
import type { Executor } from '../database/engine/executor.ts'
import type { HeldName, NameHolding } from '../database/engine/held-name.ts'
import { rounds } from '../database/schema/process-schema.ts'

/** A lock decides which process runs a round, a row when it is due. Under way without a lock is due again. */
export function createRounds(executor: Executor, holding: NameHolding): Rounds {
  async function begin(name: RoundName, { everyMilliseconds, evenIfDone = false }: RoundTerms): Promise<boolean> {
    const before = sql`now() - ${everyMilliseconds / 1000} * interval '1 second'`
    // After a clock was set back, times may lie ahead.
    const isDue = or(lte(rounds.begunAt, before), gt(rounds.begunAt, sql`now()`), eq(rounds.isUnderWay, true))
    const begun = await executor
      .insert(rounds)
      .values({ name, begunAt: sql`now()`, isUnderWay: true })
      .onConflictDoUpdate({
        target: rounds.name,
        set: { begunAt: sql`now()`, isUnderWay: true },
        ...(evenIfDone ? {} : { setWhere: isDue }),
      })
      .returning({ name: rounds.name })
    return begun.length > 0
  }

  async function end(name: RoundName, isDone: boolean): Promise<void> {
    await executor
      .update(rounds)
      .set({ isUnderWay: false, ...(isDone ? { endedAt: sql`now()` } : {}) })
      .where(eq(rounds.name, name))
  }

  async function run<T>(name: RoundName, held: HeldName, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    let isDone = false
    try {
      const result = await work(held.lost)
      isDone = true
      return result
    } finally {
      // After the lock was lost, its new holder writes the outcome.
      if (!held.lost.aborted) await end(name, isDone)
    }
  }

  return {
    async attempt(name, terms, work) {
      await using held = await holding.tryHold(name)
      if (!held || !(await begin(name, terms))) return false
      await run(name, held, work)
      return true
    },

    async inTurn(name, work) {
      await using held = await holding.hold(name)
      await begin(name, { everyMilliseconds: 0, evenIfDone: true })
      return await run(name, held, work)
    },

    async lastAt(name) {
      const [row] = await executor.select({ endedAt: rounds.endedAt }).from(rounds).where(eq(rounds.name, name))
      return row?.endedAt ?? null
    },
  }
}
