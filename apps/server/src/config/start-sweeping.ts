import type { Logger } from 'pino'
import type { SweepReport } from '../use-cases/expire-clips/expire-clips.ts'

const SWEEP_EVERY_MILLISECONDS = 2 * 60_000

export interface Sweeping {
  lastSweepAt(): Date | null
  /** Sweeps files when the sweep under way, if there is one, has ended; throws what it fails of. */
  sweepNow(): Promise<SweepReport>
  stop(): void
}

export interface Sweeps {
  files: () => Promise<SweepReport>
  records: () => Promise<void>
  tables: () => Promise<void>
}

/** Sweeps now and every few minutes. The first sweep is waited for: what expired while the server was down goes first. */
export async function startSweeping(sweeps: Sweeps, log: Logger): Promise<Sweeping> {
  /** Of files: it is their time that was promised. */
  let lastSweepAt: Date | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function sweepFiles(): Promise<SweepReport> {
    const report = await sweeps.files()
    lastSweepAt = new Date()
    const found = Object.values(report).some((count) => count > 0)
    log[found ? 'info' : 'debug'](report, 'swept')
    return report
  }

  // One after the other: two at once would each count as theirs what only one of them deleted.
  function sweepNow(): Promise<SweepReport> {
    const mine = last.then(sweepFiles)
    last = mine.catch((error: unknown) => log.error({ err: error }, 'sweep failed'))
    return mine
  }

  async function run(): Promise<void> {
    await sweeps.records().catch((error: unknown) => log.error({ err: error }, 'sweep of records failed'))
    await sweeps.tables().catch((error: unknown) => log.error({ err: error }, 'tending the tables failed'))
    await sweepNow().catch(() => undefined)
  }
  await run()
  const timer = setInterval(() => void run(), SWEEP_EVERY_MILLISECONDS)
  return { lastSweepAt: () => lastSweepAt, sweepNow, stop: () => clearInterval(timer) }
}
