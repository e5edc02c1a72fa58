import type { QueueClass } from '@kerf/domain/jobs/queue-turns'
import { sql } from 'drizzle-orm'
import type { ClipRecord } from '../../ports/clips.ts'
import type { Executor } from '../database/executor.ts'
import { rowsOf } from '../database/transfer/rows-of.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'
import { countBefore, type LineOutlook, type Place } from './line-order.ts'
import { classOf, hasTurn, isBehindHead, isInLine, turnOf } from './queue-head.ts'

/** Where a job stands, and what there is besides; null when it does not wait. */
export interface JobOutlook extends LineOutlook {
  kind: QueueClass
  place: Place
}

/** How many waiting jobs the queue will serve before this clip's. */
export async function countJobsAhead(executor: Executor, clip: Pick<ClipRecord, 'jobId'>): Promise<number> {
  const outlook = clip.jobId === null ? null : await readOutlook(executor, clip.jobId)
  return outlook === null ? 0 : countBefore(outlook.place, outlook)
}

/** Jobs behind the heads are counted, not read. */
export async function readOutlook(executor: Executor, jobId: string): Promise<JobOutlook | null> {
  const behind = (kind: QueueClass) => sql`from ${jobs} where ${isInLine} and ${isBehindHead(kind)}`
  const before = sql`(${jobs.priority} > own.priority or ${jobs.priority} = own.priority and ${jobs.createdOn} < own.created_on)`
  const [row] = await rowsOf<{ priority: number; turns: number[]; paid: number; ordinary: number; before: number }>(
    executor,
    sql`select own.priority,
        array(select -${jobs.priority} from ${jobs} where ${isInLine} and ${hasTurn}) as turns,
        (select count(*)::int ${behind('paid')}) as paid,
        (select count(*)::int ${behind('ordinary')}) as ordinary,
        case when own.priority % 2 = 0
          then (select count(*)::int ${behind('paid')} and ${before})
          else (select count(*)::int ${behind('ordinary')} and ${before}) end as before
      from (
        select ${jobs.priority}, ${jobs.createdOn} from ${jobs}
        where ${jobs.name} = ${CUT_QUEUE} and ${jobs.id} = ${jobId} and ${isInLine}
      ) as own`,
  )
  if (!row) return null
  const kind = classOf(row.priority)
  const turn = turnOf(row.priority)
  const place = turn === null ? { kind, behind: row.before + 1 } : { turn }
  return { kind, place, turns: row.turns, behind: { paid: row.paid, ordinary: row.ordinary } }
}
