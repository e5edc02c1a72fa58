import { createHash } from 'node:crypto'
import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import { and, eq, lt, sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, type PgBoss } from 'pg-boss'
import { carriedContext } from '../../ports/request-context.ts'
import type { Executor } from '../database/engine/executor.ts'
import { CUT_QUEUE, type CutJobData, isWaiting, jobs } from './cut-jobs.ts'
import { countJobsAhead, listWaitingJobs, priorityOfNewJob } from './cut-priority.ts'

/** Channel that carries the ids of cancelled jobs to the workers. PostgreSQL delivers them with the commit. */
export const CANCEL_CHANNEL = 'kerf_cancelled_jobs'

/** Enqueues, hastens and cancels cuts. With a transaction as executor, all changes are part of that transaction. */
export function createCutQueueRecords(executor: Executor, boss: PgBoss) {
  const db = fromDrizzle(executor as unknown as DrizzleTransactionLike, sql)
  return {
    /** Enqueues within this transaction and returns the job's id. domain/jobs/queue-order.ts defines the order. */
    async enqueue(clipId: string, queueClass: QueueClass, ownerName: string) {
      const owner = digestOf(ownerName)
      const priority = await priorityOfNewJob(executor, queueClass, owner)
      const requestContext = carriedContext()
      const data: CutJobData = { clipId, queueClass, owner, ...(requestContext && { requestContext }) }
      const jobId = await boss.send(CUT_QUEUE, data, { priority, db })
      if (jobId === null) throw new Error(`The queue took no job for clip ${clipId}.`)
      return jobId
    },

    /** Moves a waiting job to the position of a new job of this class and owner, unless it is already ahead. */
    async hasten(jobId: string, queueClass: QueueClass, ownerName: string) {
      const owner = digestOf(ownerName)
      const priority = await priorityOfNewJob(executor, queueClass, owner)
      const change: Partial<CutJobData> = { queueClass, owner }
      await executor
        .update(jobs)
        .set({ priority, data: sql`${jobs.data} || ${JSON.stringify(change)}::jsonb` })
        .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, jobId), isWaiting, lt(jobs.priority, priority)))
    },

    listWaiting: () => listWaitingJobs(executor),

    /** Number of waiting jobs ahead of this one; 0 if it does not wait. */
    countAhead: (jobId: string) => countJobsAhead(executor, jobId),

    async cancel(jobId: string) {
      await boss.cancel(CUT_QUEUE, jobId, { db })
      await executor.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${jobId})`)
    },
  }
}

/** pg-boss keeps jobs for a day. A deleted account's id must not last that long, so only a digest is stored. */
function digestOf(ownerName: string): string {
  return createHash('sha256').update(`owner ${ownerName}`).digest('base64url')
}
