import type { SubscriptionInfo } from '@kerf/contract/user'
import { entitlement } from '@kerf/domain/payments/ledger'
import { type PlanId, planAt, planPeriodEnd } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { newId } from '../shared/new-id.ts'

interface Grant {
  accountId: string
  plan: PlanId
  by: string
  at: Date
  /** null: the plan never ends. Absent: it ends after one period of the plan from `at`. */
  endsAt?: Date | null
}

/**
 * Grants a plan on behalf of an admin, in place of any former plan. The caller's transaction has locked the account;
 * null if it was deleted.
 */
export async function grantWithin(
  records: Records,
  { accountId, plan, by, at, endsAt = plan === 'free' ? null : planPeriodEnd(plan, at) }: Grant,
): Promise<AccountRecord | null> {
  await records.ledger.add({ id: newId(), accountId, at, kind: 'grant', plan, endsAt, grantedBy: by })
  return await updatePlanFromLedger(records, accountId)
}

/**
 * Sets the plan from the ledger; nothing else sets a plan. The caller's transaction has locked the account; null if it
 * was deleted.
 */
export async function updatePlanFromLedger(records: Records, accountId: string): Promise<AccountRecord | null> {
  return await records.accounts.setPlan(accountId, entitlement(await records.ledger.listFor(accountId)))
}

export function describeSubscription(account: AccountRecord, now: Date): SubscriptionInfo {
  const subscription = planAt(account, now)
  const endsAt = subscription === 'free' ? null : account.subscriptionExpiresAt
  return { subscription, expiresAt: endsAt?.toISOString() ?? null }
}
