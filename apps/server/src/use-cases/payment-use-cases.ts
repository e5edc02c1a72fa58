import type { PaymentSetup } from '@kerf/contract/payment'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import { type PaymentProvider, PaymentProviderError } from '../ports/payments.ts'
import type { LimitAttempts } from './accounts/limit-attempts.ts'
import { done, type Outcome, refused } from './outcome.ts'
import { captureOrder } from './payments/capture-order.ts'
import { createOrder } from './payments/create-order.ts'
import type { PaymentLog } from './payments/payment-log.ts'
import { receiveNotice } from './payments/receive-webhook-event.ts'
import { reportPayment } from './payments/report-payment.ts'
import { settlePayment } from './payments/settle-payment.ts'

export interface PaymentUseCaseDeps {
  database: Database
  clock: Clock
  limits: LimitAttempts
  log: PaymentLog
}

export type PaymentUseCases = ReturnType<typeof createPaymentUseCases>

/** Everything about paying that the HTTP side may ask for, where a provider is set up. */
export function createPaymentUseCases(given: PaymentUseCaseDeps & { provider: PaymentProvider }) {
  const deps = { ...given, settlement: settlePayment(given) }
  return {
    readSetup: () => readSetup(deps.provider, deps.log),
    createOrder: createOrder(deps),
    captureOrder: captureOrder(deps),
    reportPayment: reportPayment(deps),
    receiveNotice: receiveNotice(deps),
  }
}

async function readSetup(provider: PaymentProvider, log: PaymentLog): Promise<Outcome<PaymentSetup>> {
  const { clientId, environment } = provider
  try {
    return done({ clientToken: await provider.createClientToken(), clientId, environment, currency: 'USD' })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.warn({ err: error }, 'the payment provider gives no token for its buttons')
    return refused('payment_failed')
  }
}
