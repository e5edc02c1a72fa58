import type { Logger } from 'pino'
import type { Rounds } from '../ports/processes.ts'
import { effectiveProvider, type ProviderDeps } from '../use-cases/payments/payment-settings.ts'
import { type ReconcileReport, reconcilePayments } from '../use-cases/payments/reconcile-payments.ts'
import { remindEndingPlans } from '../use-cases/payments/remind-ending-plans.ts'
import type { Deps } from '../use-cases/shared/deps.ts'

const ROUND_EVERY_MILLISECONDS = 2 * 60_000
/** So much of it later another process takes over from one that died. */
const LOOKS_IN_A_ROUND = 4

type StartPaymentsDeps = ProviderDeps &
  Deps<'limits' | 'clock'> & {
    rounds: Rounds
    log: Logger
    everyMilliseconds?: number
  }

/** Checks payments and sends reminders: now and every few minutes, one process for all. */
export function startPayments(deps: StartPaymentsDeps) {
  const { rounds, log, everyMilliseconds = ROUND_EVERY_MILLISECONDS } = deps
  let atStart = true
  let stopped = false
  let running: Promise<void> | null = null

  async function round(): Promise<void> {
    const report = await reconcile()
    atStart = false
    if (report?.asked) log[report.changed ? 'info' : 'debug'](report, 'asked about payments')
    const emails = stopped ? 0 : await remindEndingPlans(deps)
    if (emails > 0) log.info({ emails }, 'reminded of plans that end')
  }
  /** Orders that were begun under other credentials are asked about with these: there are no others any more. */
  async function reconcile(): Promise<ReconcileReport | null> {
    const provider = await effectiveProvider(deps)
    return provider && (await reconcilePayments({ ...deps, provider }, { atStart }))
  }
  function begin(): void {
    // The first finds out what has become of payments while nobody asked.
    running ??= rounds
      .attempt('payments', { everyMilliseconds, evenIfDone: atStart }, round)
      .catch((error: unknown) => log.error({ err: error }, 'trouble with payments'))
      .then(() => {
        running = null
      })
  }
  begin()
  const timer = setInterval(begin, everyMilliseconds / LOOKS_IN_A_ROUND)
  return {
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
