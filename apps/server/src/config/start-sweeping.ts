import type { Logger } from 'pino'
import type { SweepReport } from '../use-cases/expire-clips/expire-clips.ts'

const SWEEP_EVERY_MILLISECONDS = 2 * 60_000

export interface Sweeping {
  lastSweepAt(): Date | null
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
  async function run(): Promise<void> {
    await sweeps.records().catch((error: unknown) => log.error({ err: error }, 'sweep of records failed'))
    await sweeps.tables().catch((error: unknown) => log.error({ err: error }, 'tending the tables failed'))
    try {
      const report = await sweeps.files()
      lastSweepAt = new Date()
      const found = Object.values(report).some((count) => count > 0)
      log[found ? 'info' : 'debug'](report, 'swept')
    } catch (error) {
      log.error({ err: error }, 'sweep failed')
    }
  }
  await run()
  const timer = setInterval(() => void run(), SWEEP_EVERY_MILLISECONDS)
  return { lastSweepAt: () => lastSweepAt, stop: () => clearInterval(timer) }
}
