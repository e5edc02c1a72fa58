import type { Logger } from 'pino'
import type { PaymentProvider } from '../payment-ports.ts'
import type { Clock, Database } from '../ports.ts'
import { reconcilePayments } from '../use-cases/reconcile-payments/reconcile-payments.ts'
import { remindEndingPlans } from '../use-cases/remind-ending-plans/remind-ending-plans.ts'
import { settlePayment } from '../use-cases/settle-payment/settle-payment.ts'

const ROUND_EVERY_MILLISECONDS = 2 * 60_000

export interface StartPaymentsDeps {
  database: Database
  clock: Clock
  /** null where payments are not set up: plans still end, and are told of. */
  provider: PaymentProvider | null
  log: Logger
  /** In place of the clock's own rounds, for a test that has no minutes to wait. */
  everyMilliseconds?: number
}

export interface RunningPayments {
  /** When this is done no round is under way, and none will be. */
  stop(): Promise<void>
}

/** Asks about unfinished payments and writes to those whose plan ends: now, and every few minutes, one round at a time. */
export function startPayments(deps: StartPaymentsDeps): RunningPayments {
  const { provider, log, everyMilliseconds = ROUND_EVERY_MILLISECONDS } = deps
  const reconcile = provider && reconcilePayments({ ...deps, provider, settlement: settlePayment(deps) })
  const remind = remindEndingPlans(deps)
  let atStart = true
  let stopped = false
  let running: Promise<void> | null = null

  async function round(): Promise<void> {
    try {
      const report = await reconcile?.({ atStart })
      atStart = false
      if (report?.asked) log[report.changed ? 'info' : 'debug'](report, 'asked about payments')
      const letters = stopped ? 0 : await remind()
      if (letters > 0) log.info({ letters }, 'told of plans that end')
    } catch (error) {
      log.error({ err: error }, 'trouble with payments')
    }
  }
  function begin(): void {
    running ??= round().finally(() => {
      running = null
    })
  }
  begin()
  const timer = setInterval(begin, everyMilliseconds)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
