import type { PlanId } from '@kerf/domain/plans/plans'
import { grantWithin } from '../payments/grant-plan.ts'
import type { Deps } from '../shared/deps.ts'

/** An admin sets somebody's plan; for one period of it unless `endsAt` says otherwise. */
export const grantPlan = (deps: Deps<'database' | 'clock'>, accountId: string, plan: PlanId, endsAt?: Date) =>
  deps.database.transaction((records) =>
    grantWithin(records, { accountId, plan, by: 'the-admin', at: deps.clock.now(), ...(endsAt && { endsAt }) }),
  )
