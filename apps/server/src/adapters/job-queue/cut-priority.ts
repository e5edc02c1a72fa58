import { dueTime, type QueueClass } from '@kerf/domain/jobs/queue-order'
import { sql } from 'drizzle-orm'
import { type Executor, queryRows } from '../database/engine/executor.ts'
import { CUT_QUEUE, isWaitingCut, jobs } from './cut-jobs.ts'

/**
 * Time that due times count from: 2026-01-01 in Unix seconds, so that they fit into pg-boss's 32 bits. Migration
 * 0014_queue_due_times.sql has the same number.
 */
const EPOCH_SECONDS = 1_767_225_600

/** The priority of a job that joins the queue now, by the database's clock, which all processes share. */
export async function priorityOfNewJob(executor: Executor, queueClass: QueueClass, owner: string): Promise<number> {
  const [row] = await queryRows<{ now: number; lastPriority: number | null }>(
    executor,
    sql`select extract(epoch from now())::int - ${EPOCH_SECONDS} as now, (
        select ${jobs.priority} from ${jobs}
        where ${jobs.name} = ${sql.raw(`'${CUT_QUEUE}'`)} and ${jobs.data}->>'owner' = ${owner}
          and ${jobs.data}->>'queueClass' = ${queueClass} and ${jobs.state} <> 'cancelled'
        order by ${jobs.priority} limit 1
      ) as "lastPriority"`,
  )
  if (!row) throw new Error('The database did not tell the time.')
  return -dueTime(queueClass, row.now, row.lastPriority === null ? null : -row.lastPriority)
}

export async function countJobsAhead(executor: Executor, jobId: string): Promise<number> {
  const [row] = await queryRows<{ ahead: number }>(
    executor,
    sql`select count(*)::int as ahead from ${jobs}, (
        select priority, created_on from ${jobs} where ${isWaitingCut} and ${jobs.id} = ${jobId}
      ) as own
      where ${isWaitingCut} and ${jobs.priority} >= own.priority
        and (${jobs.priority} > own.priority or ${jobs.createdOn} < own.created_on)`,
  )
  return row?.ahead ?? 0
}

export async function listWaitingJobs(executor: Executor): Promise<string[]> {
  // The ids come as one text: the embedded database would take ten times as long for ten thousand rows.
  const [row] = await queryRows<{ ids: string | null }>(
    executor,
    sql`select string_agg(${jobs.id}::text, ' ' order by ${jobs.priority} desc, ${jobs.createdOn}) as ids
      from ${jobs} where ${isWaitingCut}`,
  )
  return row?.ids?.split(' ') ?? []
}

/** Creates Kerf's own index by owner if it is missing, for example after a migration of pg-boss's tables. */
export async function makeOwnerIndex(executor: Executor): Promise<void> {
  const isMade = async (): Promise<boolean> => {
    const [row] = await queryRows<{ isMade: boolean }>(
      executor,
      sql`select to_regclass('pgboss.kerf_owner') is not null as "isMade"`,
    )
    return row?.isMade === true
  }
  // Checked first: `create index if not exists` always waits for writers.
  if (await isMade()) return
  try {
    await executor.execute(sql`create index if not exists kerf_owner on pgboss.job ((data->>'owner'), priority)
      where name = ${sql.raw(`'${CUT_QUEUE}'`)}`)
  } catch (error) {
    // Two processes may create it at the same time. PostgreSQL fails one of them in spite of `if not exists`.
    if (!(await isMade())) throw error
  }
}
