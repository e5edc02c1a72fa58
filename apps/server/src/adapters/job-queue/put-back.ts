import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Job } from 'pg-boss'
import type { Executor } from '../database/engine/executor.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'
import { MAIL_QUEUE } from './mail-queue.ts'

/** Puts a running job back to the queue, to be taken at once, without using up one of its retries. */
export async function putBack(executor: Executor, job: Pick<Job, 'name' | 'id' | 'retryCount'>): Promise<void> {
  await putBackWhere(executor, and(eq(jobs.name, job.name), eq(jobs.id, job.id), eq(jobs.retryCount, job.retryCount)))
}

/**
 * A clip that was being cut when the server died, so many times, is not begun again: it may be what the server dies of, and would
 * be so at every start. Others are hit now and then, by the same deaths or by those of the machine, and must end right.
 */
export const MOST_SERVER_DEATHS = 5
/** From so many on, those that were hit together begin one after the other: what the server dies of then hits no other. */
const SUSPECT_AFTER_DEATHS = 3
const SUSPECTS_APART_SECONDS = 10

/**
 * Puts back what a killed server left running, and gives up what was running at too many deaths. Only for somebody who knows
 * that no worker is alive.
 */
export function putBackAfterDeath(executor: Executor): Promise<number> {
  return putBackOfDead(executor, sql`true`)
}

/**
 * The same for what workers of other processes were at that have not been heard of for so long. One that was merely slow goes on
 * for nothing: whoever has taken the job from it is the one whose word counts.
 */
export function putBackOfSilent(executor: Executor, silentSeconds: number): Promise<number> {
  return putBackOfDead(executor, lt(jobs.heartbeatOn, sql`now() - ${silentSeconds} * interval '1 second'`))
}

/** `isLeft` tells of jobs that are running whether whoever was at them is dead. Answers how many there were. */
async function putBackOfDead(executor: Executor, isLeft: SQL): Promise<number> {
  const isCut = and(eq(jobs.name, CUT_QUEUE), eq(jobs.state, 'active'), isLeft)
  // All or nothing: whoever dies in the middle of it has counted nothing twice.
  return await executor.transaction(async (transaction) => {
    // Others who are at the same have them; those that they leave are none.
    const left = await transaction.select({ id: jobs.id }).from(jobs).where(isCut).for('update', { skipLocked: true })
    const isOurs = inArray(
      jobs.id,
      left.map(({ id }) => id),
    )
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

/** Suspects that could be begun now are begun one after the other, behind those that have been told to wait before. */
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
      // Taking the job again counts as a retry, which is how pg-boss tells the new holder from the old one, whose late
      // word then changes nothing. One more retry makes up for it.
      retryLimit: sql`${jobs.retryLimit} + 1`,
      startAfter: sql`now()`,
      heartbeatOn: null,
    })
    .where(and(eq(jobs.state, 'active'), condition))
}
