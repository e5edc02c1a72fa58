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
  /** One period of the plan from now on when left out. */
  endsAt?: Date | null
}

/** An admin sets somebody's plan, whatever they had. Within a transaction that has locked the account; null when it is gone. */
export async function grantWithin(
  records: Records,
  { accountId, plan, by, at, endsAt = plan === 'free' ? null : planPeriodEnd(plan, at) }: Grant,
): Promise<AccountRecord | null> {
  await records.ledger.add({ id: newId(), accountId, at, kind: 'grant', plan, endsAt, grantedBy: by })
  return await updatePlanFromLedger(records, accountId)
}

/** In a transaction that locked the account; nothing else sets a plan. null when the account is gone. */
export async function updatePlanFromLedger(records: Records, accountId: string): Promise<AccountRecord | null> {
  return await records.accounts.setPlan(accountId, entitlement(await records.ledger.listFor(accountId)))
}

export function describeSubscription(account: AccountRecord, now: Date): SubscriptionInfo {
  const subscription = planAt(account, now)
  const ends = subscription === 'free' ? null : account.subscriptionExpiresAt
  return { subscription, expiresAt: ends?.toISOString() ?? null }
}
