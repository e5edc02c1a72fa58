import type { QueueClass } from '@kerf/domain/jobs/queue-turns'
import { and, count, desc, gt, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, jobs, lapOfJob } from './cut-jobs.ts'
import { HEAD_LENGTH, hasTurn, isInLine, isOfClass, ownPriorityBehind } from './queue-head.ts'
import type { QueueStanding } from './queue-line.ts'

/**
 * Each job of a later lap that has a turn takes the turn of the one behind it, the last of them `freeTurn`; answers the turn
 * that becomes free in front of them, `freeTurn` itself where there are none. The turns of the class stay the same ones, and so
 * does what classes promise each other. Only those before `freeTurn` are moved. With `isJoining` there is one more than before: the
 * last ones go behind the head where it would get too long. Whoever is being taken or cancelled in this moment is
 * left where they are: waited for, two such transactions could wait for each other.
 */
export async function makeRoom(
  executor: Executor,
  kind: QueueClass,
  { lap }: QueueStanding,
  { freeTurn, isJoining }: { freeTurn: number; isJoining: boolean },
): Promise<number> {
  const isInHead = and(isInLine, hasTurn, isOfClass(kind))
  const isMoved = and(isInHead, gt(lapOfJob, lap), gt(jobs.priority, -freeTurn))
  const later = executor.$with('later').as(
    executor
      .select({ id: jobs.id, priority: jobs.priority, behind: ownPriorityBehind(kind).as('behind') })
      .from(jobs)
      .where(isMoved)
      .orderBy(desc(jobs.priority))
      .for('no key update', { skipLocked: true }),
  )
  const places = isJoining ? await placesLeft(executor, isInHead, lap) : null
  const to = sql<number>`lead(${later.priority}, 1, ${-freeTurn}) over (order by ${later.priority} desc)`
  const place = sql`row_number() over (order by ${later.priority} desc)`
  const moved = executor.$with('moved').as(
    executor
      .select({
        id: later.id,
        to: (places === null ? to : sql<number>`case when ${place} > ${places} then ${later.behind} else ${to} end`).as(
          'to',
        ),
      })
      .from(later),
  )
  const from = await executor
    .with(later, moved)
    .update(jobs)
    .set({ priority: sql`${moved.to}` })
    .from(moved)
    .where(sql`${jobs.name} = ${CUT_QUEUE} and ${jobs.id} = ${moved.id}`)
    .returning({ priority: sql<number>`(select max(${later.priority}) from ${later})` })
  return from[0] ? -from[0].priority : freeTurn
}

/** How many of later laps keep turns when one comes before them. */
async function placesLeft(executor: Executor, isInHead: SQL | undefined, lap: number): Promise<number> {
  const [earlier] = await executor
    .select({ jobs: count() })
    .from(jobs)
    .where(and(isInHead, sql`not coalesce(${lapOfJob} > ${lap}, false)`))
  return Math.max(0, HEAD_LENGTH - 1 - (earlier?.jobs ?? 0))
}
