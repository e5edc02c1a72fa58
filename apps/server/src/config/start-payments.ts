import type { Logger } from 'pino'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import type { ProviderInForce } from '../use-cases/payment-settings/provider-in-force.ts'
import { type ReconcileReport, reconcilePayments } from '../use-cases/reconcile-payments/reconcile-payments.ts'
import { remindEndingPlans } from '../use-cases/remind-ending-plans/remind-ending-plans.ts'
import { settlePayment } from '../use-cases/settle-payment/settle-payment.ts'

const ROUND_EVERY_MILLISECONDS = 2 * 60_000

export interface StartPaymentsDeps {
  database: Database
  clock: Clock
  /** Asked for each round; where there is none plans still end, and are told of. */
  paymentProvider: ProviderInForce
  log: Logger
  /** In place of the clock's own rounds, for a test that has no minutes to wait. */
  everyMilliseconds?: number
}

export interface RunningPayments {
  /** When the last round came to its end; null before the first has. */
  lastRoundAt(): Date | null
  /** When this is done no round is under way, and none will be. */
  stop(): Promise<void>
}

/** Asks about unfinished payments and writes to those whose plan ends: now, and every few minutes, one round at a time. */
export function startPayments(deps: StartPaymentsDeps): RunningPayments {
  const { paymentProvider, clock, log, everyMilliseconds = ROUND_EVERY_MILLISECONDS } = deps
  const remind = remindEndingPlans(deps)
  let atStart = true
  let lastRoundAt: Date | null = null
  let stopped = false
  let running: Promise<void> | null = null

  async function round(): Promise<void> {
    try {
      const report = await reconcile()
      atStart = false
      lastRoundAt = clock.now()
      if (report?.asked) log[report.changed ? 'info' : 'debug'](report, 'asked about payments')
      const letters = stopped ? 0 : await remind()
      if (letters > 0) log.info({ letters }, 'told of plans that end')
    } catch (error) {
      log.error({ err: error }, 'trouble with payments')
    }
  }
  /** Orders that were begun under other credentials are asked about with these: there are no others any more. */
  async function reconcile(): Promise<ReconcileReport | null> {
    const provider = await paymentProvider()
    if (provider === null) return null
    return await reconcilePayments({ ...deps, provider, settlement: settlePayment(deps) })({ atStart })
  }
  function begin(): void {
    running ??= round().finally(() => {
      running = null
    })
  }
  begin()
  const timer = setInterval(begin, everyMilliseconds)
  return {
    lastRoundAt: () => lastRoundAt,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
