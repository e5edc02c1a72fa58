import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Job } from 'pg-boss'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'
import { MAIL_QUEUE } from './mail-queue.ts'

/** Puts a running job back to the queue, to be taken at once, without using up one of its retries. */
export async function putBack(executor: Executor, job: Pick<Job, 'name' | 'id' | 'retryCount'>): Promise<void> {
  await putBackWhere(executor, and(eq(jobs.name, job.name), eq(jobs.id, job.id), eq(jobs.retryCount, job.retryCount)))
}

/** Puts every running job of both queues back. Only for somebody who knows that no worker is alive. */
export async function putBackAllRunning(executor: Executor): Promise<void> {
  await putBackWhere(executor, inArray(jobs.name, [CUT_QUEUE, MAIL_QUEUE]))
}

async function putBackWhere(executor: Executor, condition: SQL | undefined): Promise<void> {
  await executor
    .update(jobs)
    .set({
      state: 'retry',
      // Taking the job again counts as a retry, which is how pg-boss tells the new holder from the old one, whose late
      // word then changes nothing. One more retry makes up for it.
      retryLimit: sql`${jobs.retryLimit} + 1`,
      startAfter: sql`now()`,
      heartbeatOn: null,
    })
    .where(and(eq(jobs.state, 'active'), condition))
}
