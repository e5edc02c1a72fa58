import type { AdminHealth } from '@kerf/contract/admin-settings'
import { degraded, failing, ok, say } from '@kerf/domain/health/health-check'
import type { CutWorker, WorkerActivity } from '../../ports/cut-worker.ts'
import type { ProcessRecord } from '../../ports/processes.ts'
import type { Deps } from '../shared/deps.ts'
import { withinTime } from './within-time.ts'

const MINUTE_MILLISECONDS = 60_000
/** Time without a taken job from which free workers count as stuck. A free worker polls every two seconds. */
const STUCK_AFTER_IDLE_MILLISECONDS = 3 * MINUTE_MILLISECONDS
/** Wait of the oldest job from which the queue counts as slow: the longest duration of a cut. */
const SLOW_QUEUE_WAIT_MILLISECONDS = 30 * MINUTE_MILLISECONDS

/**
 * Reads the activity of all workers of all processes; null if the queue does not answer, which the queue's own check
 * reports.
 */
export async function readActivity({
  worker,
  processes,
}: Deps<'processes'> & { worker: Pick<CutWorker, 'activity'> }): Promise<AllActivity | null> {
  try {
    const [queue, records] = await withinTime(Promise.all([worker.activity(), processes.list()]))
    const times = records.flatMap(({ movedAt }) => movedAt ?? [])
    return {
      ...queue,
      concurrency: records.reduce((sum, { concurrency }) => sum + concurrency, 0),
      running: records.reduce((sum, process) => sum + process.running, 0),
      movedAt: times.reduce<Date | null>((last, at) => (last && last >= at ? last : at), null),
      processes: records,
    }
  } catch {
    return null
  }
}

export interface AllActivity extends WorkerActivity {
  processes: ProcessRecord[]
}

export function checkWorkers(activity: AllActivity | null, { clock }: Deps<'clock'>): AdminHealth['checks']['workers'] {
  const { running = 0, concurrency = 0, processes = [] } = activity ?? {}
  return { ...judgeActivity(activity, clock.now()), running, concurrency, processes: processes.map(describe) }
}

function describe(process: ProcessRecord): AdminHealth['checks']['workers']['processes'][number] {
  const { id, role, host, processId, version, concurrency, running, startedAt, seenAt } = process
  const times = { startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() }
  return { id, role, host, processId, version, concurrency, running, ...times }
}

function judgeActivity(activity: WorkerActivity | null, now: Date) {
  if (!activity) return failing(say('workers_unknown'))
  const { concurrency, running, movedAt, readySince } = activity
  if (concurrency === 0) return failing(say('workers_none'))
  const hasFreeWorker = running < concurrency
  const idleSince = Math.max(readySince?.getTime() ?? Number.POSITIVE_INFINITY, movedAt?.getTime() ?? 0)
  if (hasFreeWorker && now.getTime() - idleSince >= STUCK_AFTER_IDLE_MILLISECONDS)
    return failing(say('workers_idle', wholeMinutes(now.getTime() - idleSince)))
  return ok(say('workers_ok', running, concurrency))
}

/** Extends the public check of the queue with the wait of its oldest job. */
export function checkQueue(
  queue: Omit<AdminHealth['checks']['queue'], 'oldestSeconds'>,
  activity: WorkerActivity | null,
  { clock }: Deps<'clock'>,
): AdminHealth['checks']['queue'] {
  const oldestWaitingAt = activity?.oldestWaitingAt
  const waitedMilliseconds = oldestWaitingAt ? Math.max(0, clock.now().getTime() - oldestWaitingAt.getTime()) : null
  const report = {
    ...queue,
    oldestSeconds: waitedMilliseconds === null ? null : Math.round(waitedMilliseconds / 1000),
  }
  if (queue.state !== 'ok' || waitedMilliseconds === null || waitedMilliseconds < SLOW_QUEUE_WAIT_MILLISECONDS)
    return report
  return { ...report, ...degraded(say('queue_slow', wholeMinutes(waitedMilliseconds))) }
}

const wholeMinutes = (milliseconds: number): number => Math.floor(milliseconds / MINUTE_MILLISECONDS)
