import type { PlanTerms } from '@kerf/contract/plans'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans/plans'
import { effectiveTerms } from '../shared/effective-settings.ts'
import { effectiveProvider, type ProviderDeps } from './effective-provider.ts'

/** What the plans cost, and what the free one gives here. */
export async function readPlans(deps: ProviderDeps): Promise<PlanTerms> {
  return {
    plans: PLAN_IDS.map((id) => PLANS[id]),
    ...(await effectiveTerms(deps.database.records)),
    payments: (await effectiveProvider(deps)) !== null,
  }
}
