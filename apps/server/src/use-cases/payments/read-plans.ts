import type { PlanTerms } from '@kerf/contract/plans'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans/plans'
import type { Database } from '../../ports/database.ts'
import { termsInForce } from '../admin/effective-terms.ts'
import type { ProviderInForce } from './effective-provider.ts'

export interface ReadPlansDeps {
  database: Database
  paymentProvider: ProviderInForce
}

/** What the plans cost, and what the free one gives here. */
export function readPlans({ database, paymentProvider }: ReadPlansDeps) {
  return async (): Promise<PlanTerms> => ({
    plans: PLAN_IDS.map((id) => PLANS[id]),
    ...(await termsInForce(database.records)),
    payments: (await paymentProvider()) !== null,
  })
}
