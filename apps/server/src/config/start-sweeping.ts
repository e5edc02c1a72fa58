import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DataDirectory } from '../adapters/data-directory/data-directory.ts'
import { type MetricsRecorder, NO_METRICS } from '../ports/metrics.ts'
import type { Rounds } from '../ports/processes.ts'
import { expireClips } from '../use-cases/downloads/files/expire-clips.ts'
import type { SweepReport } from '../use-cases/shared/deps.ts'

const SWEEP_EVERY_MILLISECONDS = 2 * 60_000
/** How often each process checks whether a sweep is due. After this time another process replaces a dead one. */
const LOOK_EVERY_MILLISECONDS = 30_000
/** Longest sweep. A hundred thousand files take less time, and the next sweep continues the work. */
const TIMEOUT_MILLISECONDS = 5 * 60_000
/** Longest time to the next search for expired clips. It is shorter where a clip expires earlier. */
const EXPIRY_LOOK_MILLISECONDS = 10_000
/** Longest deletion of expired clips. The next search continues with the other files. */
const EXPIRY_TIMEOUT_MILLISECONDS = 30_000
/** Longest wait of a start for the first sweep. A store that never answers must not block the start. */
const START_WAITS_MILLISECONDS = 5_000

export interface Sweeps {
  /** Sweeps all files. After `givenUp` has aborted, it does nothing more. */
  files: (givenUp: AbortSignal) => Promise<SweepReport>
  /** Deletes clips that have expired. */
  expired: (givenUp: AbortSignal) => Promise<SweepReport>
  millisecondsToExpiry: () => Promise<number>
  records: () => Promise<void>
  tables: () => Promise<void>
}

export interface SweepingDeps {
  rounds: Rounds
  log: Logger
  metricsRecorder?: Pick<MetricsRecorder, 'swept'>
  timeout?: () => AbortSignal
  schedule?: (run: () => Promise<void>, milliseconds: number) => NodeJS.Timeout
}

export function sweepFiles(deps: Parameters<typeof expireClips>[0] & { directory: DataDirectory }): Sweeps['files'] {
  return async (givenUp) => {
    const report = await expireClips(deps, givenUp)
    const deadFolders = await deps.directory.sweepScratchOfDead()
    return { ...report, abandonedScratchFiles: report.abandonedScratchFiles + deadFolders }
  }
}

/** Makes a function that sweeps files after any running sweep of any process. It throws the sweep's error. */
export function sweepNow(files: Sweeps['files'], deps: SweepingDeps): () => Promise<SweepReport> {
  // Sweeps take turns. Two at once would both count files that only one of them deleted.
  return () => deps.rounds.inTurn('sweep', (lost) => runFileSweep(files, deps, lost))
}

/**
 * Sweeps now, unless another process just has, and then every few minutes in one process for all. Waits for the first
 * sweep, which deletes clips that expired while the server was down. Gives up a sweep that hangs on a disk or database,
 * so that a next one can run. Between sweeps, clips are deleted as soon as they expire.
 */
export async function startSweeping(
  sweeps: Sweeps,
  deps: SweepingDeps,
  /** No other process sweeps, so the last sweep was that of an ended process. */
  { isAlone }: { isAlone: boolean },
) {
  const { rounds, log, timeout, schedule = setTimeout } = deps
  let isRunning = false

  async function run(evenIfDone: boolean): Promise<void> {
    if (isRunning) return
    isRunning = true
    const terms = { everyMilliseconds: SWEEP_EVERY_MILLISECONDS, evenIfDone }
    await rounds
      .attempt('records', terms, async (lost) => {
        await unlessGivenUp(sweeps.records, until(timeout, lost)).catch((error: unknown) =>
          log.error({ err: error }, 'sweep of records failed'),
        )
        await unlessGivenUp(sweeps.tables, until(timeout, lost)).catch((error: unknown) =>
          log.error({ err: error }, 'tending the tables failed'),
        )
      })
      .catch((error: unknown) => log.error({ err: error }, 'sweep of records failed'))
    await rounds
      .attempt('sweep', terms, async (lost) => void (await runFileSweep(sweeps.files, deps, lost)))
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
        await rounds.attempt('expiry', { everyMilliseconds: 0 }, async (lost) => {
          await runFileSweep(sweeps.expired, expiryDeps, lost)
        })
      millisecondsLeft = await sweeps.millisecondsToExpiry()
    } catch (error) {
      log.error({ err: error }, 'sweep failed')
    }
    // Clips that are still due could not be deleted, or another process is deleting them.
    const wait = millisecondsLeft > 0 ? Math.min(millisecondsLeft, EXPIRY_LOOK_MILLISECONDS) : EXPIRY_LOOK_MILLISECONDS
    if (!isStopped) expiryTimer = schedule(expire, wait)
  }
  await Promise.race([run(isAlone), delay(START_WAITS_MILLISECONDS, undefined, { ref: false })])
  void expire()
  const timer = setInterval(() => void run(false), LOOK_EVERY_MILLISECONDS)
  return {
    stop(): void {
      isStopped = true
      clearInterval(timer)
      clearTimeout(expiryTimer)
    },
  }
}

async function runFileSweep(
  files: Sweeps['files'],
  { log, timeout, metricsRecorder = NO_METRICS }: SweepingDeps,
  lost: AbortSignal,
): Promise<SweepReport> {
  try {
    const report = await unlessGivenUp(files, until(timeout, lost))
    metricsRecorder.swept(report)
    const hasDeleted = Object.values(report).some((count) => count > 0)
    log[hasDeleted ? 'info' : 'debug'](report, 'swept')
    return report
  } catch (error) {
    metricsRecorder.swept('failed')
    throw error
  }
}

function until(timeout = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS), lost: AbortSignal): AbortSignal {
  return AbortSignal.any([timeout(), lost])
}

async function unlessGivenUp<T>(work: (givenUp: AbortSignal) => Promise<T>, givenUp: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(new Error('It took too long and was given up.'))
  if (givenUp.aborted) giveUp()
  else givenUp.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work(givenUp), promise])
}
