import type { PlanTerms } from '@kerf/contract/plans'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans'
import type { PaymentProvider } from '../../payment-ports.ts'
import type { Database } from '../../ports.ts'
import { termsInForce } from './terms-in-force.ts'

export interface ReadPlansDeps {
  database: Database
  /** null where plans cannot be paid for. */
  paymentProvider: PaymentProvider | null
}

/** What the plans cost, and what the free one gives here. */
export function readPlans({ database, paymentProvider }: ReadPlansDeps) {
  return async (): Promise<PlanTerms> => ({
    plans: PLAN_IDS.map((id) => PLANS[id]),
    ...(await termsInForce(database.records)),
    payments: paymentProvider !== null,
  })
}
