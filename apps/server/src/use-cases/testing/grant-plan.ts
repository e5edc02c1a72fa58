import type { PlanId } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import { grantWithin } from '../payments/grant-plan.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** An admin sets somebody's plan; for one period of it unless `endsAt` says otherwise. */
export async function grantPlan(
  deps: Deps<'database' | 'clock'>,
  { accountId, plan, by, endsAt }: { accountId: string; plan: PlanId; by: string; endsAt?: Date | null },
): Promise<Outcome<AccountRecord>> {
  return await deps.database.transaction(async (records) => {
    if (!(await records.accounts.lock(accountId))) return refused('not_found')
    const grant = { accountId, plan, by, at: deps.clock.now() }
    const account = await grantWithin(records, endsAt === undefined ? grant : { ...grant, endsAt })
    return account ? done(account) : refused('not_found')
  })
}
