import type { Logger } from 'pino'
import type { PeriodicRuns } from '../ports/processes.ts'
import { effectiveProvider, type ProviderDeps } from '../use-cases/payments/payment-settings.ts'
import { type ReconcileReport, reconcilePayments } from '../use-cases/payments/reconcile-payments.ts'
import { remindEndingPlans } from '../use-cases/payments/remind-ending-plans.ts'
import type { Deps } from '../use-cases/shared/deps.ts'

const ROUND_INTERVAL_MILLISECONDS = 2 * 60_000
/** Number of attempts of each process per interval, so that another process soon replaces a dead one. */
const ATTEMPTS_PER_ROUND = 4

type StartPaymentsDeps = ProviderDeps &
  Deps<'limits' | 'clock' | 'presets'> & {
    periodicRuns: PeriodicRuns
    log: Logger
    everyMilliseconds?: number
  }

/** Checks payments and sends reminders, now and every few minutes. Only one process does each round. */
export function startPayments(deps: StartPaymentsDeps) {
  const { periodicRuns, log, everyMilliseconds = ROUND_INTERVAL_MILLISECONDS } = deps
  let atStart = true
  let isStopped = false
  let currentRound: Promise<void> | null = null

  async function runRound(): Promise<void> {
    const report = await reconcile()
    atStart = false
    if (report?.asked) log[report.changed ? 'info' : 'debug'](report, 'asked about payments')
    const emails = isStopped ? 0 : await remindEndingPlans(deps)
    if (emails > 0) log.info({ emails }, 'reminded of plans that end')
  }
  /** Checks all unfinished orders with the current credentials, even orders that began under former ones. */
  async function reconcile(): Promise<ReconcileReport | null> {
    const provider = await effectiveProvider(deps)
    return provider && (await reconcilePayments({ ...deps, provider }, { atStart }))
  }
  function beginRound(): void {
    // The first round always runs, because payments may have changed while no server was running.
    currentRound ??= periodicRuns
      .attempt('payments', { everyMilliseconds, evenIfDone: atStart }, runRound)
      .catch((error: unknown) => log.error({ err: error }, 'trouble with payments'))
      .then(() => {
        currentRound = null
      })
  }
  beginRound()
  const timer = setInterval(beginRound, everyMilliseconds / ATTEMPTS_PER_ROUND)
  return {
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await currentRound
    },
  }
}
