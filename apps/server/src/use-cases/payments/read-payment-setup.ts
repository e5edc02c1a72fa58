import type { PaymentSetup } from '@kerf/contract/payment'
import { PaymentProviderError } from '../../ports/payments.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import type { PaymentDeps } from './effective-provider.ts'

/** What the provider's buttons need on the page. */
export async function readPaymentSetup({ provider, log }: PaymentDeps): Promise<Outcome<PaymentSetup>> {
  const { clientId, environment } = provider
  try {
    return done({ clientToken: await provider.createClientToken(), clientId, environment, currency: 'USD' })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.warn({ err: error }, 'the payment provider gives no token for its buttons')
    return refused('payment_failed')
  }
}
