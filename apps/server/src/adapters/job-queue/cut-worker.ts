import { failureCause } from '@kerf/domain/errors/failure-cause'
import { and, count, eq, inArray, min, sql } from 'drizzle-orm'
import type { Db, Job, JobWithMetadata, PgBoss } from 'pg-boss'
import type { CutWorker } from '../../ports/cut-worker.ts'
import { withJobContext } from '../../ports/request-context.ts'
import type { Executor } from '../database/engine/executor.ts'
import { CUT_QUEUE, type CutJobData, isWaiting, jobs } from './cut-jobs.ts'
import { CANCEL_CHANNEL } from './cut-queue.ts'
import { SILENT_SECONDS } from './open-job-queue.ts'
import { putBack, putBackJobsOfSilentWorkers } from './put-back.ts'
import { takeJobs, waitAtMost } from './take-jobs.ts'

const POLL_SECONDS = 2
/** Time that an aborted handler has to clean up. */
const ABORT_GRACE_MILLISECONDS = 5_000

const UNFINISHED_STATES: ('created' | 'retry' | 'active')[] = ['created', 'retry', 'active']

type Handler = Parameters<CutWorker['start']>[1]

export class JobCancelledError extends Error {
  override name = 'JobCancelledError'
}

/** Reason of a handler's aborted signal when the worker stops. The job goes back to the queue. */
export class WorkerStoppingError extends Error {
  override name = 'WorkerStoppingError'
}

type Subscription = Awaited<ReturnType<NonNullable<Db['listen']>>>

interface RunningJob {
  job: Job<CutJobData>
  controller: AbortController
}

/** Settings of the search for jobs of dead workers, which is needed if several processes share the queue. */
export interface WorkerSupervision {
  everySeconds: number
  onError: (error: unknown) => void
}

/** Runs cuts from the queue. A handler may run twice for a clip if the process is killed before it reports the end. */
export function createCutWorker(executor: Executor, boss: PgBoss, supervision: WorkerSupervision | null): CutWorker {
  const runningJobs = new Map<string, RunningJob>()
  let isStopping = false
  let slots = 0
  let movedAt: Date | null = null
  let cancellations: Subscription | undefined
  let supervisionTimer: NodeJS.Timeout | undefined

  async function run(job: JobWithMetadata<CutJobData>, handle: Handler): Promise<void> {
    // The job was taken while stop() was called.
    if (isStopping) return await putBack(executor, job)
    const controller = new AbortController()
    runningJobs.set(job.id, { job, controller })
    movedAt = new Date()
    try {
      // pg-boss aborts the job's own signal when the job ran too long or another worker took it.
      const signal = AbortSignal.any([job.signal, controller.signal])
      const { clipId, requestContext } = job.data
      const isLastTry = job.retryCount >= job.retryLimit
      await withJobContext({ ...requestContext, jobId: job.id, clipId }, () => handle(clipId, signal, isLastTry))
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      runningJobs.delete(job.id)
      movedAt = new Date()
      if (controller.signal.reason instanceof WorkerStoppingError) await putBack(executor, job)
    }
  }

  const state = () => ({ concurrency: isStopping ? 0 : slots, running: runningJobs.size, movedAt })

  return {
    state,

    async start(concurrency, handle) {
      isStopping = false
      slots = concurrency
      movedAt = new Date()
      cancellations = await boss.getDb().listen?.(
        CANCEL_CHANNEL,
        (jobId) => runningJobs.get(jobId)?.controller.abort(new JobCancelledError('The job was cancelled.')),
        () => undefined,
      )
      if (supervision)
        supervisionTimer = setInterval(
          () => void putBackJobsOfSilentWorkers(executor, SILENT_SECONDS).catch(supervision.onError),
          supervision.everySeconds * 1000,
        )
      await takeJobs<CutJobData>(boss, CUT_QUEUE, { concurrency, pollSeconds: POLL_SECONDS }, (job) => run(job, handle))
    },

    async depth() {
      const states = await executor
        .select({ state: jobs.state, jobs: count() })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), inArray(jobs.state, UNFINISHED_STATES)))
        .groupBy(jobs.state)
      const countInState = (state: string) => states.find((row) => row.state === state)?.jobs ?? 0
      return { waiting: countInState('created') + countInState('retry'), running: countInState('active') }
    },

    async activity() {
      // pg-boss decides by the database's clock whether a job may be taken, and so does this query.
      const readyAt = sql`greatest(${jobs.createdOn}, ${jobs.startAfter})`
      const isReady = sql`${jobs.startAfter} <= now()`
      const [row] = await executor
        .select({
          oldestWaitingAt: min(jobs.createdOn),
          readySince: sql<Date | null>`min(${readyAt}) filter (where ${isReady})`.mapWith(jobs.createdOn),
        })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), isWaiting))
      return {
        ...state(),
        oldestWaitingAt: row?.oldestWaitingAt ?? null,
        readySince: row?.readySince ?? null,
      }
    },

    async unfinishedJobIds() {
      const rows = await executor
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.name, CUT_QUEUE), inArray(jobs.state, UNFINISHED_STATES)))
      return new Set(rows.map(({ id }) => id))
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
      isStopping = true
      clearInterval(supervisionTimer)
      const allEnded = boss.offWork(CUT_QUEUE, { wait: true })
      await waitAtMost(allEnded, drainMilliseconds)
      for (const { controller } of runningJobs.values())
        controller.abort(new WorkerStoppingError('The worker is stopping.'))
      await waitAtMost(allEnded, ABORT_GRACE_MILLISECONDS)
      // Handlers that still run are abandoned, because the process is about to end.
      for (const { job } of runningJobs.values()) await putBack(executor, job)
      await cancellations?.close()
      cancellations = undefined
    },
  }
}
