import { nextLap } from '@kerf/domain/queue-laps'
import { classOfTurn, nextTurn, type QueueClass, type QueueLine } from '@kerf/domain/queue-turns'
import { and, eq, isNotNull, max, min, not, sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { askerOfJob, CUT_QUEUE, isWaiting, jobs, lapOfJob } from './cut-jobs.ts'

/** `line` in ASCII: whoever joins the queue holds it until their transaction ends, so that no two get one turn. */
const LINE_LOCK = 0x6c696e65

/** How the queue stands for one who joins it now. */
export interface QueueStanding {
  /** Theirs, in their class. */
  lap: number
  /** The turn behind all others of their class. */
  lastTurn: number
  /** Whether jobs of later laps wait in their class, before which they come. */
  hasLater: boolean
}

/** How the queue stands. Nobody else joins it until the transaction ends. */
export async function lockLine(executor: Executor, kind: QueueClass, asker: string): Promise<QueueStanding> {
  await executor.execute(sql`select pg_advisory_xact_lock(${LINE_LOCK})`)
  const served = await executor
    .select({ priority: min(jobs.priority), lap: sql<number | null>`max(${lapOfJob})` })
    .from(jobs)
    .where(and(eq(jobs.name, CUT_QUEUE), isNotNull(jobs.startedOn), not(isWaiting)))
    .groupBy(sql`${jobs.priority} % 2`)
  const waiting = await executor
    .select({
      first: max(jobs.priority),
      last: min(jobs.priority),
      lowestLap: sql<number | null>`min(${lapOfJob})`,
      highestLap: sql<number | null>`max(${lapOfJob})`,
      lastOfAsker: sql<number | null>`max(${lapOfJob}) filter (where ${askerOfJob} = ${asker})`,
    })
    .from(jobs)
    .where(and(eq(jobs.name, CUT_QUEUE), isWaiting))
    .groupBy(sql`${jobs.priority} % 2`)
  const lastTurnOf = (of: QueueClass) =>
    waiting.map(({ last }) => turnOf(last)).find((turn) => classOfTurn(turn) === of)
  const line: QueueLine = {
    lastServed: highest(served.map(({ priority }) => turnOf(priority))),
    lowestWaiting: lowest(waiting.map(({ first }) => turnOf(first))),
    lastWaitingPaid: lastTurnOf('paid') ?? null,
    lastWaitingOrdinary: lastTurnOf('ordinary') ?? null,
  }
  const servedOfKind = served.find(({ priority }) => classOfTurn(turnOf(priority)) === kind)
  const ofKind = waiting.find(({ last }) => classOfTurn(turnOf(last)) === kind)
  const lap = nextLap({
    lastServed: servedOfKind?.lap ?? null,
    lowestWaiting: ofKind?.lowestLap ?? null,
    lastOfAsker: ofKind?.lastOfAsker ?? null,
  })
  return { lap, lastTurn: nextTurn(kind, line), hasLater: (ofKind?.highestLap ?? 0) > lap }
}

export const turnOf = (priority: number | null): number => -(priority ?? 0)

const highest = (turns: number[]): number | null => (turns.length === 0 ? null : Math.max(...turns))
const lowest = (turns: number[]): number | null => (turns.length === 0 ? null : Math.min(...turns))
