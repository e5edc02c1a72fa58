import { and, count, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { ClipRecord } from '../../ports.ts'
import type { Executor } from '../database/executor.ts'
import { clips } from '../database/schema.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'

/** How many queued clips the queue will serve before this one: those of higher priority, and older ones of the same. */
export async function countJobsAhead(executor: Executor, clip: ClipRecord): Promise<number> {
  const ownPriority = clip.jobId === null ? 0 : await priorityOf(executor, clip.jobId)
  const priority = sql`coalesce(${jobs.priority}, 0)`
  const isOlder = or(
    lt(clips.createdAt, clip.createdAt),
    and(eq(clips.createdAt, clip.createdAt), lt(clips.id, clip.id)),
  )
  const [ahead] = await executor
    .select({ clips: count() })
    .from(clips)
    .leftJoin(jobs, and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, clips.jobId)))
    .where(
      and(
        eq(clips.status, 'queued'),
        ne(clips.id, clip.id),
        or(gt(priority, ownPriority), and(eq(priority, ownPriority), isOlder)),
      ),
    )
  return ahead?.clips ?? 0
}

async function priorityOf(executor: Executor, jobId: string): Promise<number> {
  const [job] = await executor
    .select({ priority: jobs.priority })
    .from(jobs)
    .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, jobId)))
  return job?.priority ?? 0
}
