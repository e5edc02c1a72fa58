import type { PaymentSetup } from '@kerf/contract/payment'
import type { PlanTerms } from '@kerf/contract/plans'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans/plans'
import { PaymentProviderError } from '../../ports/payments.ts'
import { effectiveTerms } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { effectiveProvider, type PaymentDeps, type ProviderDeps } from './effective-provider.ts'

/** What the plans cost, and what the free one gives here. */
export async function readPlans(deps: ProviderDeps): Promise<PlanTerms> {
  return {
    plans: PLAN_IDS.map((id) => PLANS[id]),
    ...(await effectiveTerms(deps.database.records)),
    payments: (await effectiveProvider(deps)) !== null,
  }
}

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
