import type { QueueClass } from '@kerf/domain/queue-turns'
import { and, desc, eq, gt, max, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, isWaiting, jobs, lapOfJob } from './cut-jobs.ts'
import { type QueueStanding, turnOf } from './queue-line.ts'

/** The first turn that a job of a later lap has; null where there is none. */
export async function firstLaterTurn(
  executor: Executor,
  kind: QueueClass,
  { lap }: QueueStanding,
): Promise<number | null> {
  const [later] = await executor
    .select({ priority: max(jobs.priority) })
    .from(jobs)
    .where(isLater(kind, lap))
  return later?.priority == null ? null : turnOf(later.priority)
}

/**
 * Each waiting job of a later lap takes the turn of the one behind it, the last of them `freeTurn`; answers the turn that becomes
 * free in front of them, `freeTurn` itself where there are none. The turns of the class stay the same ones, and so does what
 * classes promise each other. Only those before `freeTurn` are moved. Whoever is being taken or cancelled in this moment is
 * left where they are: waited for, two such transactions could wait for each other.
 */
export async function makeRoom(
  executor: Executor,
  kind: QueueClass,
  { lap }: QueueStanding,
  freeTurn: number,
): Promise<number> {
  const later = executor.$with('later').as(
    executor
      .select({ id: jobs.id, priority: jobs.priority })
      .from(jobs)
      .where(and(isLater(kind, lap), gt(jobs.priority, -freeTurn)))
      .orderBy(desc(jobs.priority))
      .for('no key update', { skipLocked: true }),
  )
  const moved = executor.$with('moved').as(
    executor
      .select({
        id: later.id,
        to: sql<number>`lead(${later.priority}, 1, ${-freeTurn}) over (order by ${later.priority} desc)`.as('to'),
      })
      .from(later),
  )
  const from = await executor
    .with(later, moved)
    .update(jobs)
    .set({ priority: sql`${moved.to}` })
    .from(moved)
    .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, moved.id)))
    .returning({ priority: sql<number>`(select max(${later.priority}) from ${later})` })
  return from[0] ? turnOf(from[0].priority) : freeTurn
}

function isLater(kind: QueueClass, lap: number): SQL | undefined {
  const isOfKind = sql`${jobs.priority} % 2 ${kind === 'paid' ? sql`=` : sql`<>`} 0`
  return and(eq(jobs.name, CUT_QUEUE), isWaiting, isOfKind, gt(lapOfJob, lap))
}
