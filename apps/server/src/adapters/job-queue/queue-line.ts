import { classOfTurn, type QueueClass, type QueueLine } from '@kerf/domain/queue-turns'
import { and, eq, isNotNull, max, min, not, sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, isWaiting, jobs } from './cut-jobs.ts'

/** `line` in ASCII: whoever joins the queue holds it until their transaction ends, so that no two get one turn. */
const LINE_LOCK = 0x6c696e65

/** How the queue stands. Nobody else joins it until the transaction ends. */
export async function lockLine(executor: Executor): Promise<QueueLine> {
  await executor.execute(sql`select pg_advisory_xact_lock(${LINE_LOCK})`)
  const [taken] = await executor
    .select({ lowestPriority: min(jobs.priority) })
    .from(jobs)
    .where(and(eq(jobs.name, CUT_QUEUE), isNotNull(jobs.startedOn), not(isWaiting)))
  const waiting = await executor
    .select({ highestPriority: max(jobs.priority), lowestPriority: min(jobs.priority) })
    .from(jobs)
    .where(and(eq(jobs.name, CUT_QUEUE), isWaiting))
    .groupBy(sql`${jobs.priority} % 2`)
  const first = waiting.map(({ highestPriority }) => turnOf(highestPriority))
  const last = (kind: QueueClass) =>
    highest(waiting.map(({ lowestPriority }) => turnOf(lowestPriority)).filter((turn) => classOfTurn(turn) === kind))
  return {
    lastServed: taken?.lowestPriority == null ? null : turnOf(taken.lowestPriority),
    lowestWaiting: first.length === 0 ? null : Math.min(...first),
    lastWaitingPaid: last('paid'),
    lastWaitingOrdinary: last('ordinary'),
  }
}

const turnOf = (priority: number | null): number => -(priority ?? 0)

const highest = (turns: number[]): number | null => (turns.length === 0 ? null : Math.max(...turns))
