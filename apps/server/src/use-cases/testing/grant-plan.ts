import type { PlanId } from '@kerf/domain/plans/plans'
import { grantWithin } from '../payments/grant-plan.ts'
import type { Deps } from '../shared/deps.ts'

/** Grants a plan on behalf of an admin, for one period by default. */
export const grantPlan = (deps: Deps<'database' | 'clock'>, accountId: string, plan: PlanId, endsAt?: Date) =>
  deps.database.transaction((records) =>
    grantWithin(records, { accountId, plan, by: 'the-admin', at: deps.clock.now(), ...(endsAt && { endsAt }) }),
  )
