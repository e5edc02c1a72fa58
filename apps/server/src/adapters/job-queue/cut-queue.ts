import { nextTurn } from '@kerf/domain/queue-turns'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, type PgBoss } from 'pg-boss'
import type { Records } from '../../ports/database.ts'
import { carriedTrail } from '../../ports/trail.ts'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, type CutJobData, isWaiting, jobs } from './cut-jobs.ts'
import { lockLine } from './queue-line.ts'

/** Carries the ids of cancelled jobs to whichever worker is running them; PostgreSQL delivers it with the commit. */
export const CANCEL_CHANNEL = 'kerf_cancelled_jobs'

/** The asking side of the queue; with a transaction as executor, everything happens within it or not at all. */
export function createCutQueueRecords(executor: Executor, boss: PgBoss): Records['cutQueue'] {
  const db = fromDrizzle(executor as unknown as DrizzleTransactionLike, sql)
  return {
    async enqueue(clipId, kind) {
      const trail = carriedTrail()
      const data: CutJobData = { clipId, ...(trail && { trail }) }
      const priority = -nextTurn(kind, await lockLine(executor))
      const jobId = await boss.send(CUT_QUEUE, data, { priority, db })
      if (jobId === null) throw new Error(`The queue took no job for clip ${clipId}.`)
      return jobId
    },

    async hasten(jobId, kind) {
      const priority = -nextTurn(kind, await lockLine(executor))
      await executor
        .update(jobs)
        .set({ priority })
        .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, jobId), isWaiting, lt(jobs.priority, priority)))
    },

    async line() {
      const waiting = await executor
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), isWaiting))
        .orderBy(desc(jobs.priority))
      return waiting.map(({ id }) => id)
    },

    async cancel(jobId) {
      await boss.cancel(CUT_QUEUE, jobId, { db })
      await executor.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${jobId})`)
    },
  }
}
