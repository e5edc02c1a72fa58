import type { QueueClass } from '@kerf/domain/jobs/queue-turns'
import { and, gt, max, sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { rowsOf } from '../database/transfer/rows-of.ts'
import { readOutlook } from './count-jobs-ahead.ts'
import { jobs, lapOfJob } from './cut-jobs.ts'
import { futureTurn } from './line-order.ts'
import { makeRoom } from './make-room.ts'
import { hasTurn, isBehindHead, isInLine, isOfClass, priorityBehind } from './queue-head.ts'
import type { QueueStanding } from './queue-line.ts'

/** The priority of a job that joins its class now: before the first of a later lap, or behind all others. */
export async function joinLine(executor: Executor, kind: QueueClass, standing: QueueStanding): Promise<number> {
  if (standing.hasLater)
    return -(await makeRoom(executor, kind, standing, { freeTurn: standing.lastTurn, isJoining: true }))
  return standing.isFull ? priorityBehind(kind, standing.lap) : -standing.lastTurn
}

/** The priority with which a waiting job goes where it would join now; null when it is further in front already, or waits no more. */
export async function moveForward(
  executor: Executor,
  jobId: string,
  kind: QueueClass,
  standing: QueueStanding,
): Promise<number | null> {
  const job = await readOutlook(executor, jobId)
  if (job === null) return null
  const own = futureTurn(job.place, job.turns)
  if ((await turnOnJoining(executor, kind, standing, job.turns)) >= own) return null
  // Among its own kind it leaves its turn to the one before it.
  const leavesTurn = job.kind === kind && 'turn' in job.place
  if (!leavesTurn) return await joinLine(executor, kind, standing)
  return -(await makeRoom(executor, kind, standing, { freeTurn: own, isJoining: false }))
}

/** The turn that a job which joined now would be served at. */
async function turnOnJoining(
  executor: Executor,
  kind: QueueClass,
  { lap, lastTurn, isFull }: QueueStanding,
  turns: readonly number[],
): Promise<number> {
  const [later] = await executor
    .select({ priority: max(jobs.priority) })
    .from(jobs)
    .where(and(isInLine, hasTurn, isOfClass(kind), gt(lapOfJob, lap)))
  if (later?.priority != null) return -later.priority
  if (!isFull) return lastTurn
  const isBefore = sql`${isInLine} and ${isBehindHead(kind)} and ${jobs.priority} >= ${priorityBehind(kind, lap)}`
  const [before] = await rowsOf<{ jobs: number }>(
    executor,
    sql`select count(*)::int as jobs from ${jobs} where ${isBefore}`,
  )
  return futureTurn({ kind, behind: (before?.jobs ?? 0) + 1 }, turns)
}
