import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Job } from 'pg-boss'
import type { Executor } from '../database/engine/executor.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'
import { MAIL_QUEUE } from './mail-queue.ts'

/** Puts a running job back into the queue, ready to be taken at once. Uses up none of its retries. */
export async function putBack(executor: Executor, job: Pick<Job, 'name' | 'id' | 'retryCount'>): Promise<void> {
  await putBackWhere(executor, and(eq(jobs.name, job.name), eq(jobs.id, job.id), eq(jobs.retryCount, job.retryCount)))
}

/** A job that was running during this many server crashes may be their cause, and is given up. */
export const MAX_SERVER_DEATHS = 5
/** From this many crashes on, jobs start one after the other, so that the cause of a crash takes down no other job. */
const MIN_SUSPECT_DEATHS = 3
const SUSPECT_INTERVAL_SECONDS = 10

/** Puts back running jobs of a killed server, or gives them up after too many crashes. No worker may be alive. */
export function putBackAfterDeath(executor: Executor): Promise<number> {
  return putBackJobsOfDeadWorkers(executor, sql`true`)
}

/** Puts back running jobs of workers without a heartbeat for `silentSeconds`. A late answer is ignored. */
export function putBackJobsOfSilentWorkers(executor: Executor, silentSeconds: number): Promise<number> {
  return putBackJobsOfDeadWorkers(executor, lt(jobs.heartbeatOn, sql`now() - ${silentSeconds} * interval '1 second'`))
}

/** Puts back the running jobs that `isAbandoned` selects. Returns the number of cuts among them. */
async function putBackJobsOfDeadWorkers(executor: Executor, isAbandoned: SQL): Promise<number> {
  const isAbandonedCut = and(eq(jobs.name, CUT_QUEUE), eq(jobs.state, 'active'), isAbandoned)
  // Atomic, so that a crash in the middle is not counted twice.
  return await executor.transaction(async (transaction) => {
    // Rows are locked in one order, so that a second process waits and then finds none. If two processes shared the
    // jobs, each would stagger only its own.
    const cuts = await transaction
      .select({ id: jobs.id })
      .from(jobs)
      .where(isAbandonedCut)
      .orderBy(jobs.id)
      .for('update')
    const cutIds = cuts.map(({ id }) => id)
    const isLocked = inArray(jobs.id, cutIds)
    if (cuts.length > 0) {
      await transaction
        .update(jobs)
        .set({ data: sql`jsonb_set(${jobs.data}, '{serverDeaths}', to_jsonb(${SERVER_DEATHS} + 1))` })
        .where(and(eq(jobs.name, CUT_QUEUE), isLocked))
      await giveUpDeadlyJobs(transaction)
      await putBackWhere(transaction, and(eq(jobs.name, CUT_QUEUE), isLocked))
    }
    await putBackWhere(transaction, and(eq(jobs.name, MAIL_QUEUE), isAbandoned))
    if (cuts.length > 0) await staggerSuspects(transaction)
    return cuts.length
  })
}

async function staggerSuspects(executor: Executor): Promise<void> {
  const isSuspect = sql`name = ${CUT_QUEUE} and state = 'retry' and ${SERVER_DEATHS} >= ${MIN_SUSPECT_DEATHS}`
  const interval = sql.raw(`interval '${SUSPECT_INTERVAL_SECONDS} seconds'`)
  await executor.execute(sql`update pgboss.job
    set start_after = suspects.first_at + suspects.place * ${interval}
    from (
      select id,
        row_number() over (order by ${SERVER_DEATHS}, created_on, id) - 1 as place,
        coalesce(
          (select max(start_after) + ${interval} from pgboss.job where ${isSuspect} and start_after > now()), now()
        ) as first_at
      from pgboss.job
      where ${isSuspect} and start_after <= now()
    ) as suspects
    where pgboss.job.name = ${CUT_QUEUE} and pgboss.job.id = suspects.id`)
}

const SERVER_DEATHS = sql`coalesce((data->>'serverDeaths')::int, 0)`

async function giveUpDeadlyJobs(executor: Executor): Promise<void> {
  await executor
    .update(jobs)
    .set({
      state: 'failed',
      completedOn: sql`now()`,
      heartbeatOn: null,
      // pg-boss stores its own messages in this shape.
      output: { value: { message: `The server died ${MAX_SERVER_DEATHS} times while it was at this.` } },
    })
    .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.state, 'active'), sql`${SERVER_DEATHS} >= ${MAX_SERVER_DEATHS}`))
}

async function putBackWhere(executor: Executor, condition: SQL | undefined): Promise<void> {
  await executor
    .update(jobs)
    .set({
      state: 'retry',
      // Taking the job again counts as a retry, so that pg-boss ignores the former worker's answer. The higher limit
      // makes up for it.
      retryLimit: sql`${jobs.retryLimit} + 1`,
      startAfter: sql`now()`,
      heartbeatOn: null,
    })
    .where(and(eq(jobs.state, 'active'), condition))
}
