import { planPeriodEnd } from '@kerf/domain/plan-period'
import type { PlanId } from '@kerf/domain/plans'
import type { AccountRecord } from '../../account-ports.ts'
import type { Clock, Database } from '../../ports.ts'
import { newId } from '../new-id.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { planFromLedger } from '../plan-from-ledger.ts'

/** An admin sets somebody's plan, whatever they had; for one period of it unless told until when. `by` is the admin's account. */
export function grantPlan(deps: { database: Database; clock: Clock }) {
  return async (
    accountId: string,
    plan: PlanId,
    by: string,
    endsAt: Date | null = plan === 'free' ? null : planPeriodEnd(plan, deps.clock.now()),
  ): Promise<Outcome<AccountRecord>> =>
    await deps.database.transaction(async (records) => {
      if (!(await records.accounts.lock(accountId))) return refused('not_found')
      const at = deps.clock.now()
      await records.ledger.add({ id: newId(), accountId, at, kind: 'grant', plan, endsAt, grantedBy: by })
      const account = await planFromLedger(records, accountId)
      return account ? done(account) : refused('not_found')
    })
}
