import { degraded, failing, ok, say } from '@kerf/domain/health-check'
import type { Clock } from '../../ports/clock.ts'
import type { CutWorker, WorkerActivity } from '../../ports/cut-worker.ts'
import { withinTime } from '../report-health/within-time.ts'
import type { AdminChecks } from './admin-checks.ts'

const MINUTE = 60_000
/** A free worker looks for jobs every two seconds. */
const IDLE_MILLISECONDS = 3 * MINUTE
/** As long as a cut may take. */
const LONG_WAIT_MILLISECONDS = 30 * MINUTE

export interface CheckWorkersDeps {
  worker: CutWorker
  clock: Clock
}

/** null when the queue does not answer, which is said of the queue itself. */
export async function readActivity({ worker }: CheckWorkersDeps): Promise<WorkerActivity | null> {
  return await withinTime(worker.activity()).catch(() => null)
}

/** Whether those who cut take what waits for them. */
export function checkWorkers(activity: WorkerActivity | null, { clock }: CheckWorkersDeps): AdminChecks['workers'] {
  const { running = 0, concurrency = 0 } = activity ?? {}
  return { ...judge(activity, clock.now()), running, concurrency }
}

function judge(activity: WorkerActivity | null, now: Date) {
  if (!activity) return failing(say('workers_unknown'))
  const { concurrency, running, movedAt, readySince } = activity
  if (concurrency === 0) return failing(say('workers_none'))
  const hasFree = running < concurrency
  const idleSince = Math.max(readySince?.getTime() ?? Number.POSITIVE_INFINITY, movedAt?.getTime() ?? 0)
  if (hasFree && now.getTime() - idleSince >= IDLE_MILLISECONDS)
    return failing(say('workers_idle', minutes(now.getTime() - idleSince)))
  return ok(say('workers_ok', running, concurrency))
}

/** The queue as everybody is told of it, and for how long the first of those who wait has waited. */
export function checkQueue(
  queue: Omit<AdminChecks['queue'], 'oldestSeconds'>,
  activity: WorkerActivity | null,
  { clock }: CheckWorkersDeps,
): AdminChecks['queue'] {
  const oldest = activity?.oldestWaitingAt
  const waitedMilliseconds = oldest ? Math.max(0, clock.now().getTime() - oldest.getTime()) : null
  const told = { ...queue, oldestSeconds: waitedMilliseconds === null ? null : Math.round(waitedMilliseconds / 1000) }
  if (queue.state !== 'ok' || waitedMilliseconds === null || waitedMilliseconds < LONG_WAIT_MILLISECONDS) return told
  return { ...told, ...degraded(say('queue_slow', minutes(waitedMilliseconds))) }
}

const minutes = (milliseconds: number): number => Math.floor(milliseconds / MINUTE)
