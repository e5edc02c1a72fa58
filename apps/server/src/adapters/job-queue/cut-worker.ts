import { failureCause } from '@kerf/domain/errors/failure-cause'
import { and, count, eq, inArray, min, sql } from 'drizzle-orm'
import type { Db, Job, JobWithMetadata, PgBoss } from 'pg-boss'
import type { CutWorker } from '../../ports/cut-worker.ts'
import { withJobContext } from '../../ports/request-context.ts'
import type { Executor } from '../database/engine/executor.ts'
import { CUT_QUEUE, type CutJobData, isWaiting, jobs } from './cut-jobs.ts'
import { CANCEL_CHANNEL } from './cut-queue.ts'
import { SILENT_SECONDS } from './open-job-queue.ts'
import { putBack, putBackOfSilent } from './put-back.ts'
import { endsWithin, takeJobs } from './take-jobs.ts'

const POLL_SECONDS = 2
/** How long an aborted handler may take to clean up after itself. */
const ABORT_GRACE_MILLISECONDS = 5_000

const UNFINISHED: ('created' | 'retry' | 'active')[] = ['created', 'retry', 'active']

type Handler = Parameters<CutWorker['start']>[1]

export class JobCancelledError extends Error {
  override name = 'JobCancelledError'
}

/** Why a handler's signal is aborted when the worker is stopping; the job goes back to the queue. */
export class WorkerStoppingError extends Error {
  override name = 'WorkerStoppingError'
}

type Listening = Awaited<ReturnType<NonNullable<Db['listen']>>>

interface RunningJob {
  job: Job<CutJobData>
  controller: AbortController
}

/** Where others work on the same queue, and may die of it. */
export interface WatchingOthers {
  everySeconds: number
  onError: (error: unknown) => void
}

/** A handler may run twice for a clip if the process is killed before the queue knows that it is done. */
export function createCutWorker(executor: Executor, boss: PgBoss, watch: WatchingOthers | null): CutWorker {
  const running = new Map<string, RunningJob>()
  let stopping = false
  let slots = 0
  let movedAt: Date | null = null
  let cancellations: Listening | undefined
  let watching: NodeJS.Timeout | undefined

  async function run(job: JobWithMetadata<CutJobData>, handle: Handler): Promise<void> {
    // Taken while stop() was called.
    if (stopping) return await putBack(executor, job)
    const controller = new AbortController()
    running.set(job.id, { job, controller })
    movedAt = new Date()
    try {
      // The job's own signal aborts when it ran too long, or another worker has it.
      const signal = AbortSignal.any([job.signal, controller.signal])
      const { clipId, requestContext } = job.data
      const isLastTry = job.retryCount >= job.retryLimit
      await withJobContext({ ...requestContext, jobId: job.id, clipId }, () => handle(clipId, signal, isLastTry))
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      running.delete(job.id)
      movedAt = new Date()
      if (controller.signal.reason instanceof WorkerStoppingError) await putBack(executor, job)
    }
  }

  const state = () => ({ concurrency: stopping ? 0 : slots, running: running.size, movedAt })

  return {
    state,

    async start(concurrency, handle) {
      stopping = false
      slots = concurrency
      movedAt = new Date()
      cancellations = await boss.getDb().listen?.(
        CANCEL_CHANNEL,
        (jobId) => running.get(jobId)?.controller.abort(new JobCancelledError('The job was cancelled.')),
        () => undefined,
      )
      if (watch)
        watching = setInterval(
          () => void putBackOfSilent(executor, SILENT_SECONDS).catch(watch.onError),
          watch.everySeconds * 1000,
        )
      await takeJobs<CutJobData>(boss, CUT_QUEUE, { concurrency, pollSeconds: POLL_SECONDS }, (job) => run(job, handle))
    },

    async depth() {
      const states = await executor
        .select({ state: jobs.state, jobs: count() })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), inArray(jobs.state, UNFINISHED)))
        .groupBy(jobs.state)
      const inState = (state: string) => states.find((row) => row.state === state)?.jobs ?? 0
      return { waiting: inState('created') + inState('retry'), running: inState('active') }
    },

    async activity() {
      // Whether a job may be taken is for the database's clock to say, which pg-boss goes by.
      const readyAt = sql`greatest(${jobs.createdOn}, ${jobs.startAfter})`
      const isReady = sql`${jobs.startAfter} <= now()`
      const [waiting] = await executor
        .select({
          oldestWaitingAt: min(jobs.createdOn),
          readySince: sql<Date | null>`min(${readyAt}) filter (where ${isReady})`.mapWith(jobs.createdOn),
        })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), isWaiting))
      return {
        ...state(),
        oldestWaitingAt: waiting?.oldestWaitingAt ?? null,
        readySince: waiting?.readySince ?? null,
      }
    },

    async unfinishedJobIds() {
      const unfinished = await executor
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), inArray(jobs.state, UNFINISHED)))
      return new Set(unfinished.map(({ id }) => id))
    },

    async describeEnd(jobId) {
      const [job] = await executor
        .select({ retryCount: jobs.retryCount, output: jobs.output })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, jobId)))
      if (!job) return null
      // pg-boss nests its own messages one level deeper.
      const output = job.output as { value?: unknown } | null
      return { tries: job.retryCount + 1, lastError: failureCause(output?.value ?? output) || null }
    },

    async stop(drainMilliseconds) {
      stopping = true
      clearInterval(watching)
      const idle = boss.offWork(CUT_QUEUE, { wait: true })
      await endsWithin(idle, drainMilliseconds)
      for (const { controller } of running.values())
        controller.abort(new WorkerStoppingError('The worker is stopping.'))
      await endsWithin(idle, ABORT_GRACE_MILLISECONDS)
      // Handlers that still run are abandoned: the process is about to end.
      for (const { job } of running.values()) await putBack(executor, job)
      await cancellations?.close()
      cancellations = undefined
    },
  }
}
