import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Measures, NO_MEASURES } from '../ports/measures.ts'
import type { SweepReport } from '../use-cases/expire-clips/expire-clips.ts'

const SWEEP_EVERY_MILLISECONDS = 2 * 60_000
/** A hundred thousand files take a sweep less. What was left undone is the next one's. */
const PATIENCE_MILLISECONDS = 5 * 60_000
/** No start waits longer for its first sweep. */
const START_WAITS_MILLISECONDS = 30_000

export interface Sweeping {
  lastSweepAt(): Date | null
  /** Sweeps files when the sweep under way, if there is one, has ended; throws what it fails of. */
  sweepNow(): Promise<SweepReport>
  stop(): void
}

export interface Sweeps {
  /** Given up, it does nothing more, should it ever wake up. */
  files: (givenUp: AbortSignal) => Promise<SweepReport>
  records: () => Promise<void>
  tables: () => Promise<void>
  measures?: Pick<Measures, 'swept'>
}

/**
 * Sweeps now and every few minutes. The first sweep is waited for: what expired while the server was down goes first. One that
 * hangs, on a disk or a database that never answers, is given up, so that there is a next one. `patience` begins when asked for.
 */
export async function startSweeping(
  sweeps: Sweeps,
  log: Logger,
  patience = () => AbortSignal.timeout(PATIENCE_MILLISECONDS),
): Promise<Sweeping> {
  const { measures = NO_MEASURES } = sweeps
  /** Of files: it is their time that was promised. */
  let lastSweepAt: Date | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isRunning = false

  async function sweepFiles(): Promise<SweepReport> {
    const report = await unlessGivenUp(sweeps.files, patience())
    lastSweepAt = new Date()
    measures.swept(report)
    const found = Object.values(report).some((count) => count > 0)
    log[found ? 'info' : 'debug'](report, 'swept')
    return report
  }

  // One after the other: two at once would each count as theirs what only one of them deleted.
  function sweepNow(): Promise<SweepReport> {
    const mine = last.then(sweepFiles)
    last = mine.catch((error: unknown) => {
      measures.swept('failed')
      log.error({ err: error }, 'sweep failed')
    })
    return mine
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    await unlessGivenUp(sweeps.records, patience()).catch((error: unknown) =>
      log.error({ err: error }, 'sweep of records failed'),
    )
    await unlessGivenUp(sweeps.tables, patience()).catch((error: unknown) =>
      log.error({ err: error }, 'tending the tables failed'),
    )
    await sweepNow().catch(() => undefined)
    isRunning = false
  }
  await Promise.race([run(), delay(START_WAITS_MILLISECONDS, undefined, { ref: false })])
  const timer = setInterval(() => void run(), SWEEP_EVERY_MILLISECONDS)
  return { lastSweepAt: () => lastSweepAt, sweepNow, stop: () => clearInterval(timer) }
}

async function unlessGivenUp<T>(work: (givenUp: AbortSignal) => Promise<T>, givenUp: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(new Error('It took too long and was given up.'))
  if (givenUp.aborted) giveUp()
  else givenUp.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work(givenUp), promise])
}
