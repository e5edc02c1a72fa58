import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DataDirectory } from '../adapters/data-directory/data-directory.ts'
import { type MetricsRecorder, NO_METRICS } from '../ports/metrics.ts'
import type { PeriodicRuns } from '../ports/processes.ts'
import { expireClips } from '../use-cases/downloads/files/expire-clips.ts'
import type { SweepReport } from '../use-cases/shared/deps.ts'

const SWEEP_INTERVAL_MILLISECONDS = 2 * 60_000
/** Interval at which each process checks whether a sweep is due. After it, another process replaces a dead one. */
const CHECK_INTERVAL_MILLISECONDS = 30_000
/** Maximum duration of a sweep. A hundred thousand files take less time. The next sweep continues the work. */
const SWEEP_TIMEOUT_MILLISECONDS = 5 * 60_000
/** Maximum time to the next search for expired clips. It is shorter if a clip expires earlier. */
const MAX_EXPIRY_CHECK_DELAY_MILLISECONDS = 10_000
/** Maximum duration of a deletion of expired clips. The next search continues with the other files. */
const EXPIRY_TIMEOUT_MILLISECONDS = 30_000
/** Maximum wait for the first sweep at a start. A store that never answers must not block the start. */
const FIRST_SWEEP_TIMEOUT_MILLISECONDS = 5_000

export interface Sweeps {
  /** Sweeps all files. Does nothing more after `givenUp` has aborted. */
  sweepFiles: (abortSignal: AbortSignal) => Promise<SweepReport>
  /** Deletes clips that have expired. */
  deleteExpired: (abortSignal: AbortSignal) => Promise<SweepReport>
  millisecondsToExpiry: () => Promise<number>
  sweepRecords: () => Promise<void>
  maintainTables: () => Promise<void>
}

export interface SweepingDeps {
  periodicRuns: PeriodicRuns
  log: Logger
  metricsRecorder?: Pick<MetricsRecorder, 'swept'>
  timeout?: () => AbortSignal
  schedule?: (run: () => Promise<void>, milliseconds: number) => NodeJS.Timeout
}

export function createFileSweep(
  deps: Parameters<typeof expireClips>[0] & { directory: DataDirectory },
): Sweeps['sweepFiles'] {
  return async (sweepSignal) => {
    const report = await expireClips(deps, sweepSignal)
    const deadFolders = await deps.directory.sweepScratchOfDead()
    return { ...report, abandonedScratchFiles: report.abandonedScratchFiles + deadFolders }
  }
}

/** Creates a function that sweeps files as soon as no other sweep of any process runs. It throws the sweep's error. */
export function createSweepNow(sweep: Sweeps['sweepFiles'], deps: SweepingDeps): () => Promise<SweepReport> {
  // Sweeps take turns. Two at the same time would both count the same deleted files.
  return () => deps.periodicRuns.inTurn('sweep', (turnLost) => runFileSweep(sweep, deps, turnLost))
}

/**
 * Sweeps now, unless another process has just swept, and then every few minutes in one of all processes. Waits for the
 * first sweep, which deletes clips that expired while the server was down. Aborts a sweep that hangs on a disk or
 * database, so that the next one can run. Between sweeps, clips are deleted as soon as they expire.
 */
export async function startSweeping(
  sweeps: Sweeps,
  deps: SweepingDeps,
  /** `isAlone`: no other process sweeps, so the last sweep was by a process that has ended. */
  { isAlone }: { isAlone: boolean },
) {
  const { periodicRuns, log, timeout, schedule = setTimeout } = deps
  let isRunning = false

  async function run(evenIfDone: boolean): Promise<void> {
    if (isRunning) return
    isRunning = true
    const terms = { everyMilliseconds: SWEEP_INTERVAL_MILLISECONDS, evenIfDone }
    await periodicRuns
      .attempt('records', terms, async (lostSignal) => {
        await runUntilAborted(sweeps.sweepRecords, stopSignal(timeout, lostSignal)).catch((error: unknown) =>
          log.error({ err: error }, 'sweep of records failed'),
        )
        await runUntilAborted(sweeps.maintainTables, stopSignal(timeout, lostSignal)).catch((error: unknown) =>
          log.error({ err: error }, 'tending the tables failed'),
        )
      })
      .catch((error: unknown) => log.error({ err: error }, 'sweep of records failed'))
    await periodicRuns
      .attempt('sweep', terms, async (lostSignal) => void (await runFileSweep(sweeps.sweepFiles, deps, lostSignal)))
      .catch((error: unknown) => log.error({ err: error }, 'sweep failed'))
    isRunning = false
  }

  const expiryDeps = { ...deps, timeout: () => AbortSignal.timeout(EXPIRY_TIMEOUT_MILLISECONDS) }
  let expiryTimer: NodeJS.Timeout | undefined
  let isStopped = false
  async function expire(): Promise<void> {
    let millisecondsLeft = 0
    try {
      if ((await sweeps.millisecondsToExpiry()) <= 0)
        await periodicRuns.attempt('expiry', { everyMilliseconds: 0 }, async (lostSignal) => {
          await runFileSweep(sweeps.deleteExpired, expiryDeps, lostSignal)
        })
      millisecondsLeft = await sweeps.millisecondsToExpiry()
    } catch (error) {
      log.error({ err: error }, 'sweep failed')
    }
    // Clips that are still due could not be deleted, or another process is deleting them.
    const wait =
      millisecondsLeft > 0
        ? Math.min(millisecondsLeft, MAX_EXPIRY_CHECK_DELAY_MILLISECONDS)
        : MAX_EXPIRY_CHECK_DELAY_MILLISECONDS
    if (!isStopped) expiryTimer = schedule(expire, wait)
  }
  await Promise.race([run(isAlone), delay(FIRST_SWEEP_TIMEOUT_MILLISECONDS, undefined, { ref: false })])
  void expire()
  const timer = setInterval(() => void run(false), CHECK_INTERVAL_MILLISECONDS)
  return {
    stop(): void {
      isStopped = true
      clearInterval(timer)
      clearTimeout(expiryTimer)
    },
  }
}

async function runFileSweep(
  sweep: Sweeps['sweepFiles'],
  { log, timeout, metricsRecorder = NO_METRICS }: SweepingDeps,
  lostSignal: AbortSignal,
): Promise<SweepReport> {
  try {
    const report = await runUntilAborted(sweep, stopSignal(timeout, lostSignal))
    metricsRecorder.swept(report)
    const hasDeleted = Object.values(report).some((count) => count > 0)
    log[hasDeleted ? 'info' : 'debug'](report, 'swept')
    return report
  } catch (error) {
    metricsRecorder.swept('failed')
    throw error
  }
}

function stopSignal(
  timeout = () => AbortSignal.timeout(SWEEP_TIMEOUT_MILLISECONDS),
  lostSignal: AbortSignal,
): AbortSignal {
  return AbortSignal.any([timeout(), lostSignal])
}

async function runUntilAborted<T>(work: (givenUp: AbortSignal) => Promise<T>, abortSignal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(new Error('It took too long and was given up.'))
  if (abortSignal.aborted) giveUp()
  else abortSignal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work(abortSignal), promise])
}
