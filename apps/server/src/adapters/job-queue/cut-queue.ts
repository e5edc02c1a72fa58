import { createHash } from 'node:crypto'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, type PgBoss } from 'pg-boss'
import type { Records } from '../../ports/database.ts'
import { carriedTrail } from '../../ports/trail.ts'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, type CutJobData, isWaiting, jobs } from './cut-jobs.ts'
import { joinLine, moveForward } from './join-line.ts'
import { orderLine } from './line-order.ts'
import { isInLine } from './queue-head.ts'
import { lockLine } from './queue-line.ts'

/** Carries the ids of cancelled jobs to whichever worker is running them; PostgreSQL delivers it with the commit. */
export const CANCEL_CHANNEL = 'kerf_cancelled_jobs'

/** The asking side of the queue; with a transaction as executor, everything happens within it or not at all. */
export function createCutQueueRecords(executor: Executor, boss: PgBoss): Records['cutQueue'] {
  const db = fromDrizzle(executor as unknown as DrizzleTransactionLike, sql)
  return {
    async enqueue(clipId, kind, asker) {
      const digest = digestOf(asker)
      const standing = await lockLine(executor, kind, digest)
      const priority = await joinLine(executor, kind, standing)
      const trail = carriedTrail()
      const data: CutJobData = { clipId, asker: digest, lap: standing.lap, ...(trail && { trail }) }
      const jobId = await boss.send(CUT_QUEUE, data, { priority, db })
      if (jobId === null) throw new Error(`The queue took no job for clip ${clipId}.`)
      return jobId
    },

    async hasten(jobId, kind, asker) {
      const digest = digestOf(asker)
      const standing = await lockLine(executor, kind, digest)
      const priority = await moveForward(executor, jobId, kind, standing)
      if (priority === null) return
      const place: Partial<CutJobData> = { asker: digest, lap: standing.lap }
      await executor
        .update(jobs)
        .set({ priority, data: sql`${jobs.data} || ${JSON.stringify(place)}::jsonb` })
        .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, jobId), isWaiting))
    },

    async line() {
      const waiting = await executor
        .select({ id: jobs.id, priority: jobs.priority })
        .from(jobs)
        .where(isInLine)
        .orderBy(desc(jobs.priority), asc(jobs.createdOn))
      return orderLine(waiting)
    },

    async cancel(jobId) {
      await boss.cancel(CUT_QUEUE, jobId, { db })
      await executor.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${jobId})`)
    },
  }
}

/** Jobs are remembered for a day, longer than an account that is deleted may be. */
function digestOf(asker: string): string {
  return createHash('sha256').update(`asker ${asker}`).digest('base64url')
}
