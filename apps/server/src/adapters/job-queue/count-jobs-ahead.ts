import { and, count, eq, gt, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ClipRecord } from '../../ports/clips.ts'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, isWaiting, jobs } from './cut-jobs.ts'

/** How many waiting jobs the queue will serve before this clip's: those whose turn is earlier. */
export async function countJobsAhead(executor: Executor, clip: Pick<ClipRecord, 'jobId'>): Promise<number> {
  if (clip.jobId === null) return 0
  const own = alias(jobs, 'own')
  const [ahead] = await executor
    .select({ jobs: count() })
    .from(jobs)
    .innerJoin(own, and(eq(own.name, CUT_QUEUE), eq(own.id, clip.jobId)))
    .where(and(eq(jobs.name, CUT_QUEUE), isWaiting, ne(jobs.id, own.id), gt(jobs.priority, own.priority)))
  return ahead?.jobs ?? 0
}
