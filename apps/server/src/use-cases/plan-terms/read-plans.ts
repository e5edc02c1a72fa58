import type { PlanTerms } from '@kerf/contract/plans'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans'
import type { Database } from '../../ports.ts'
import { termsInForce } from './terms-in-force.ts'

export interface ReadPlansDeps {
  database: Database
  /** Whether plans can be paid for on this server. */
  paymentsSetUp: boolean
}

/** What the plans cost, and what the free one gives here. */
export function readPlans({ database, paymentsSetUp }: ReadPlansDeps) {
  return async (): Promise<PlanTerms> => ({
    plans: PLAN_IDS.map((id) => PLANS[id]),
    ...(await termsInForce(database.records)),
    payments: paymentsSetUp,
  })
}
