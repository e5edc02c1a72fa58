import { classOfTurn, type QueueClass } from '@kerf/domain/jobs/queue-turns'
import { type SQL, sql } from 'drizzle-orm'
import { CUT_QUEUE, jobs, lapOfJob } from './cut-jobs.ts'

/**
 * So many jobs of each class, those that are served next, have turns (the head); the rest wait behind them in the order of their
 * laps. Who joins a long queue moves these few at most, and whoever takes a job has the next ones dealt turns.
 */
export const HEAD_LENGTH = 64

/** Behind all turns, which stay below 2^30; even for paid jobs and odd for ordinary ones, as turns are. */
const BEHIND: Record<QueueClass, number> = { paid: 2 ** 30, ordinary: 2 ** 30 + 2 ** 29 + 1 }

/** The remainder of a class's priorities by 2. */
export const PARITY: Record<QueueClass, number> = { paid: 0, ordinary: -1 }

/** As pg-boss's index over what waits says it, so that it is used. */
export const isInLine = sql`${jobs.name} = ${sql.raw(`'${CUT_QUEUE}'`)} and ${jobs.state} < 'active' and not blocked`
export const hasTurn = sql`${jobs.priority} > ${sql.raw(`-${BEHIND.paid}`)}`

export function isOfClass(kind: QueueClass): SQL {
  return sql`${jobs.priority} % 2 = ${sql.raw(`${PARITY[kind]}`)}`
}

/** The priorities of a class's jobs behind its head. */
export function isBehindHead(kind: QueueClass): SQL {
  const last = kind === 'paid' ? BEHIND.ordinary : 2 ** 31
  return sql`${jobs.priority} <= ${sql.raw(`-${BEHIND[kind]}`)} and ${jobs.priority} > ${sql.raw(`-${last}`)}`
}

/** The priority of a job behind the head: by laps, and within one whoever was created first is taken first. */
export function priorityBehind(kind: QueueClass, lap: number): number {
  return -(BEHIND[kind] + 2 * lap)
}

/** The same, of a job's own lap. */
export function ownPriorityBehind(kind: QueueClass): SQL<number> {
  return sql<number>`-(${sql.raw(`${BEHIND[kind]}`)} + 2 * ${lapOfJob})`
}

/** A job's turn; null behind the head. */
export function turnOf(priority: number): number | null {
  return priority > -BEHIND.paid ? -priority : null
}

export function classOf(priority: number): QueueClass {
  return classOfTurn(-priority)
}
