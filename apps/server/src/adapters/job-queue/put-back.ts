import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Job } from 'pg-boss'
import type { Executor } from '../database/engine/executor.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'
import { MAIL_QUEUE } from './mail-queue.ts'

/** Puts a running job back to the queue, to be taken at once, without using up one of its retries. */
export async function putBack(executor: Executor, job: Pick<Job, 'name' | 'id' | 'retryCount'>): Promise<void> {
  await putBackWhere(executor, and(eq(jobs.name, job.name), eq(jobs.id, job.id), eq(jobs.retryCount, job.retryCount)))
}

/** A job that ran at so many deaths of the server may be their cause, and is given up. */
export const MOST_SERVER_DEATHS = 5
/** From so many on, those that were hit together begin one after the other: what the server dies of then hits no other. */
const SUSPECT_AFTER_DEATHS = 3
const SUSPECTS_APART_SECONDS = 10

/** Puts back what a killed server left running, or gives it up after too many deaths. No worker may be alive. */
export function putBackAfterDeath(executor: Executor): Promise<number> {
  return putBackOfDead(executor, sql`true`)
}

/** The same for jobs of workers without a heartbeat for so long. If one was merely slow, the job's new holder counts. */
export function putBackOfSilent(executor: Executor, silentSeconds: number): Promise<number> {
  return putBackOfDead(executor, lt(jobs.heartbeatOn, sql`now() - ${silentSeconds} * interval '1 second'`))
}

/** `isLeft` selects running jobs of dead workers. Returns how many there were. */
async function putBackOfDead(executor: Executor, isLeft: SQL): Promise<number> {
  const isCut = and(eq(jobs.name, CUT_QUEUE), eq(jobs.state, 'active'), isLeft)
  // Atomic, so that a crash in the middle counts no death twice.
  return await executor.transaction(async (transaction) => {
    // In one order: whoever looks at the same moment waits, and finds none left. Of two who shared them, each would keep only
    // its own apart.
    const left = await transaction.select({ id: jobs.id }).from(jobs).where(isCut).orderBy(jobs.id).for('update')
    const leftIds = left.map(({ id }) => id)
    const isOurs = inArray(jobs.id, leftIds)
    if (left.length > 0) {
      await transaction
        .update(jobs)
        .set({ data: sql`jsonb_set(${jobs.data}, '{serverDeaths}', to_jsonb(${SERVER_DEATHS} + 1))` })
        .where(and(eq(jobs.name, CUT_QUEUE), isOurs))
      await giveUpDeadly(transaction)
      await putBackWhere(transaction, and(eq(jobs.name, CUT_QUEUE), isOurs))
    }
    await putBackWhere(transaction, and(eq(jobs.name, MAIL_QUEUE), isLeft))
    if (left.length > 0) await keepApart(transaction)
    return left.length
  })
}

async function keepApart(executor: Executor): Promise<void> {
  const isSuspect = sql`name = ${CUT_QUEUE} and state = 'retry' and ${SERVER_DEATHS} >= ${SUSPECT_AFTER_DEATHS}`
  const apart = sql.raw(`interval '${SUSPECTS_APART_SECONDS} seconds'`)
  await executor.execute(sql`update pgboss.job
    set start_after = suspects.first_at + suspects.place * ${apart}
    from (
      select id,
        row_number() over (order by ${SERVER_DEATHS}, created_on, id) - 1 as place,
        coalesce(
          (select max(start_after) + ${apart} from pgboss.job where ${isSuspect} and start_after > now()), now()
        ) as first_at
      from pgboss.job
      where ${isSuspect} and start_after <= now()
    ) as suspects
    where pgboss.job.name = ${CUT_QUEUE} and pgboss.job.id = suspects.id`)
}

const SERVER_DEATHS = sql`coalesce((data->>'serverDeaths')::int, 0)`

async function giveUpDeadly(executor: Executor): Promise<void> {
  await executor
    .update(jobs)
    .set({
      state: 'failed',
      completedOn: sql`now()`,
      heartbeatOn: null,
      // As pg-boss puts down what it says itself.
      output: { value: { message: `The server died ${MOST_SERVER_DEATHS} times while it was at this.` } },
    })
    .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.state, 'active'), sql`${SERVER_DEATHS} >= ${MOST_SERVER_DEATHS}`))
}

async function putBackWhere(executor: Executor, condition: SQL | undefined): Promise<void> {
  await executor
    .update(jobs)
    .set({
      state: 'retry',
      // Taking the job again counts as a retry, by which pg-boss ignores the old holder's answer. One more retry makes
      // up for it.
      retryLimit: sql`${jobs.retryLimit} + 1`,
      startAfter: sql`now()`,
      heartbeatOn: null,
    })
    .where(and(eq(jobs.state, 'active'), condition))
}
