import type { Logger } from 'pino'
import type { Rounds } from '../ports/processes.ts'
import { effectiveProvider, type ProviderDeps } from '../use-cases/payments/payment-settings.ts'
import { type ReconcileReport, reconcilePayments } from '../use-cases/payments/reconcile-payments.ts'
import { remindEndingPlans } from '../use-cases/payments/remind-ending-plans.ts'
import type { Deps } from '../use-cases/shared/deps.ts'

const ROUND_EVERY_MILLISECONDS = 2 * 60_000
/** Attempts of each process within one interval, so that another process soon takes over from a dead one. */
const ATTEMPTS_PER_ROUND = 4

type StartPaymentsDeps = ProviderDeps &
  Deps<'limits' | 'clock' | 'presets'> & {
    rounds: Rounds
    log: Logger
    everyMilliseconds?: number
  }

/** Checks payments and sends reminders: now and every few minutes, one process for all. */
export function startPayments(deps: StartPaymentsDeps) {
  const { rounds, log, everyMilliseconds = ROUND_EVERY_MILLISECONDS } = deps
  let atStart = true
  let isStopped = false
  let currentRound: Promise<void> | null = null

  async function round(): Promise<void> {
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
  function begin(): void {
    // The first round runs even if none is due, because payments may have changed while no server was running.
    currentRound ??= rounds
      .attempt('payments', { everyMilliseconds, evenIfDone: atStart }, round)
      .catch((error: unknown) => log.error({ err: error }, 'trouble with payments'))
      .then(() => {
        currentRound = null
      })
  }
  begin()
  const timer = setInterval(begin, everyMilliseconds / ATTEMPTS_PER_ROUND)
  return {
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await currentRound
    },
  }
}
