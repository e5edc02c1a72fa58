import { planAfterPurchase } from '@kerf/domain/payments/ledger'
import { type PaidPlanId, type PlanId, planAt } from '@kerf/domain/plans/plans'

/** Current plan of an account, as the server reports it. */
export interface HeldPlan {
  subscription: PlanId
  subscriptionExpiresAt: string | null
}

/**
 * Effect of a purchase on the current plan: the new plan begins, extends the current one, or replaces it. `until` is
 * the end after the purchase, null for never. `heldUntil` is the end without the purchase.
 */
export type PurchaseEffect =
  | { kind: 'begins'; until: Date | null }
  | { kind: 'extends' | 'replaces'; until: Date | null; heldUntil: Date }

export function purchaseEffect(currentPlan: HeldPlan, plan: PaidPlanId, now: Date): PurchaseEffect {
  const expiresAt = currentPlan.subscriptionExpiresAt === null ? null : new Date(currentPlan.subscriptionExpiresAt)
  const subscription = planAt({ subscription: currentPlan.subscription, subscriptionExpiresAt: expiresAt }, now)
  const newEnd = planAfterPurchase(
    { subscription, expiresAt: subscription === 'free' ? null : expiresAt },
    plan,
    now,
  ).expiresAt
  if (subscription === 'free' || expiresAt === null) return { kind: 'begins', until: newEnd }
  return { kind: plan === 'lifetime' ? 'replaces' : 'extends', until: newEnd, heldUntil: expiresAt }
}

/** Whether the plan has an end that can be extended. Lifetime has none, and Pro may have none. */
export const canExtend = ({ subscription, subscriptionExpiresAt }: HeldPlan): boolean =>
  subscription !== 'free' && subscription !== 'lifetime' && subscriptionExpiresAt !== null
