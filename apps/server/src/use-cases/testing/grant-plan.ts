import type { PlanId } from '@kerf/domain/plans/plans'
import { grantWithin } from '../payments/grant-plan.ts'
import type { Deps } from '../shared/deps.ts'

/** An admin sets somebody's plan; for one period of it unless `endsAt` says otherwise. Throws when there is no such account. */
export async function grantPlan(
  { database, clock }: Deps<'database' | 'clock'>,
  { accountId, plan, by, endsAt }: { accountId: string; plan: PlanId; by: string; endsAt?: Date | null },
): Promise<void> {
  await database.transaction(async (records) => {
    await records.accounts.lock(accountId)
    const grant = { accountId, plan, by, at: clock.now() }
    const account = await grantWithin(records, endsAt === undefined ? grant : { ...grant, endsAt })
    if (!account) throw new Error('There is no such account.')
  })
}
