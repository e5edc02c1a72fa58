import { createHash } from 'node:crypto'
import { classOfTurn } from '@kerf/domain/queue-turns'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, type PgBoss } from 'pg-boss'
import type { Records } from '../../ports/database.ts'
import { carriedTrail } from '../../ports/trail.ts'
import type { Executor } from '../database/executor.ts'
import { CUT_QUEUE, type CutJobData, isWaiting, jobs } from './cut-jobs.ts'
import { firstLaterTurn, makeRoom } from './make-room.ts'
import { lockLine, turnOf } from './queue-line.ts'

/** Carries the ids of cancelled jobs to whichever worker is running them; PostgreSQL delivers it with the commit. */
export const CANCEL_CHANNEL = 'kerf_cancelled_jobs'

/** The asking side of the queue; with a transaction as executor, everything happens within it or not at all. */
export function createCutQueueRecords(executor: Executor, boss: PgBoss): Records['cutQueue'] {
  const db = fromDrizzle(executor as unknown as DrizzleTransactionLike, sql)
  return {
    async enqueue(clipId, kind, asker) {
      const digest = digestOf(asker)
      const standing = await lockLine(executor, kind, digest)
      const turn = standing.hasLater ? await makeRoom(executor, kind, standing, standing.lastTurn) : standing.lastTurn
      const trail = carriedTrail()
      const data: CutJobData = { clipId, asker: digest, lap: standing.lap, ...(trail && { trail }) }
      const jobId = await boss.send(CUT_QUEUE, data, { priority: -turn, db })
      if (jobId === null) throw new Error(`The queue took no job for clip ${clipId}.`)
      return jobId
    },

    async hasten(jobId, kind, asker) {
      const digest = digestOf(asker)
      const standing = await lockLine(executor, kind, digest)
      const ofJob = and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, jobId), isWaiting)
      const [job] = await executor.select({ priority: jobs.priority }).from(jobs).where(ofJob)
      const target = (await firstLaterTurn(executor, kind, standing)) ?? standing.lastTurn
      if (!job || target >= turnOf(job.priority)) return
      // Among its own kind it leaves its turn to the one before it.
      const freeTurn = classOfTurn(turnOf(job.priority)) === kind ? turnOf(job.priority) : standing.lastTurn
      const priority = -(await makeRoom(executor, kind, standing, freeTurn))
      const place: Partial<CutJobData> = { asker: digest, lap: standing.lap }
      await executor
        .update(jobs)
        .set({ priority, data: sql`${jobs.data} || ${JSON.stringify(place)}::jsonb` })
        .where(and(ofJob, lt(jobs.priority, priority)))
    },

    async line() {
      const waiting = await executor
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), isWaiting))
        .orderBy(desc(jobs.priority))
      return waiting.map(({ id }) => id)
    },

    async cancel(jobId) {
      await boss.cancel(CUT_QUEUE, jobId, { db })
      await executor.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${jobId})`)
    },
  }
}

/** Jobs are remembered for a day, longer than an account that is deleted may be. */
function digestOf(asker: string): string {
  return createHash('sha256').update(`asker ${asker}`).digest('base64url')
}
