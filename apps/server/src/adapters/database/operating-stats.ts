import { QUEUE_CLASSES, type QueueClass } from '@kerf/domain/jobs/queue-order'
import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { MailWorker } from '../../ports/emails.ts'
import type { OperatingStats, QueueStats } from '../../ports/metrics.ts'
import { CUT_QUEUE, isWaiting, jobs } from '../job-queue/cut-jobs.ts'
import type { Executor } from './engine/executor.ts'
import { clips } from './schema/clip-schema.ts'

const EMPTY_QUEUE: QueueStats = { waiting: 0, running: 0, oldestAgeSeconds: 0, readyAgeSeconds: 0 }

/** Reads the metrics with three statements, each of which uses an index. */
export async function readOperatingStats(executor: Executor, mailWorker: MailWorker): Promise<OperatingStats> {
  const [queue, emails, clipTotals] = await Promise.all([
    readQueue(executor),
    mailWorker.emails(),
    executor
      .select({ files: count(), bytes: sql<number>`coalesce(sum(${clips.sizeBytes}), 0)::float8` })
      .from(clips)
      .where(and(eq(clips.status, 'completed'), isNotNull(clips.fileKey))),
  ])
  const { waiting, tried, givenUp, oldestAt } = emails
  const oldestAgeSeconds = oldestAt ? Math.max(0, (Date.now() - oldestAt.getTime()) / 1000) : 0
  return {
    queue,
    emails: { waiting, tried, givenUp, oldestAgeSeconds },
    clips: clipTotals[0] ?? { files: 0, bytes: 0 },
  }
}

/** Reads the queue of cuts. Ages use the database's clock, as the queue does. */
async function readQueue(executor: Executor): Promise<Record<QueueClass, QueueStats>> {
  const readyAt = sql`greatest(${jobs.createdOn}, ${jobs.startAfter})`
  const isReady = sql`${isWaiting} and ${jobs.startAfter} <= now()`
  const ageOf = (since: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) =>
    sql`coalesce(extract(epoch from now() - min(${since}) filter (where ${condition})), 0)`.mapWith(Number)
  const queueClass = sql`${jobs.data}->>'queueClass'`
  const rows = await executor
    .select({
      queueClass: sql<QueueClass>`${queueClass}`,
      waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number),
      running: sql`count(*) filter (where ${jobs.state} = 'active')`.mapWith(Number),
      oldestAgeSeconds: ageOf(sql`${jobs.createdOn}`, sql`${isWaiting}`),
      readyAgeSeconds: ageOf(readyAt, isReady),
    })
    .from(jobs)
    .where(and(eq(jobs.name, CUT_QUEUE), inArray(jobs.state, ['created', 'retry', 'active'])))
    .groupBy(queueClass)
  const stats = QUEUE_CLASSES.map((kind) => {
    const row = rows.find((row) => row.queueClass === kind)
    const { queueClass: _, ...queueStats } = row ?? { queueClass: kind, ...EMPTY_QUEUE }
    return [kind, queueStats] as const
  })
  return Object.fromEntries(stats) as Record<QueueClass, QueueStats>
}
