import type { AdminHealth } from '@kerf/contract/admin-settings'
import { degraded, failing, ok, say } from '@kerf/domain/health/health-check'
import type { CutWorker, WorkerActivity } from '../../ports/cut-worker.ts'
import type { ProcessRecord } from '../../ports/processes.ts'
import type { Deps } from '../shared/deps.ts'
import { withinTime } from './within-time.ts'

const MINUTE = 60_000
/** A free worker looks for jobs every two seconds. */
const IDLE_MILLISECONDS = 3 * MINUTE
/** As long as a cut may take. */
const LONG_WAIT_MILLISECONDS = 30 * MINUTE

/** What all workers of all processes are at; null when the queue does not answer, which is said of the queue itself. */
export async function readActivity({
  worker,
  processes,
}: Deps<'processes'> & { worker: Pick<CutWorker, 'activity'> }): Promise<AllActivity | null> {
  try {
    const [queue, running] = await withinTime(Promise.all([worker.activity(), processes.list()]))
    const moved = running.flatMap(({ movedAt }) => movedAt ?? [])
    return {
      ...queue,
      concurrency: running.reduce((sum, { concurrency }) => sum + concurrency, 0),
      running: running.reduce((sum, process) => sum + process.running, 0),
      movedAt: moved.reduce<Date | null>((last, at) => (last && last >= at ? last : at), null),
      processes: running,
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
  return { ...judge(activity, clock.now()), running, concurrency, processes: processes.map(describe) }
}

function describe(process: ProcessRecord): AdminHealth['checks']['workers']['processes'][number] {
  const { id, role, host, processId, version, concurrency, running, startedAt, seenAt } = process
  const times = { startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() }
  return { id, role, host, processId, version, concurrency, running, ...times }
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

/** The public check of the queue, and how long its oldest job has waited. */
export function checkQueue(
  queue: Omit<AdminHealth['checks']['queue'], 'oldestSeconds'>,
  activity: WorkerActivity | null,
  { clock }: Deps<'clock'>,
): AdminHealth['checks']['queue'] {
  const oldest = activity?.oldestWaitingAt
  const waitedMilliseconds = oldest ? Math.max(0, clock.now().getTime() - oldest.getTime()) : null
  const reported = {
    ...queue,
    oldestSeconds: waitedMilliseconds === null ? null : Math.round(waitedMilliseconds / 1000),
  }
  if (queue.state !== 'ok' || waitedMilliseconds === null || waitedMilliseconds < LONG_WAIT_MILLISECONDS)
    return reported
  return { ...reported, ...degraded(say('queue_slow', minutes(waitedMilliseconds))) }
}

const minutes = (milliseconds: number): number => Math.floor(milliseconds / MINUTE)
