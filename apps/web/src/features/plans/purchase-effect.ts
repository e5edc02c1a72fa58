import { extended } from '@kerf/domain/payments/ledger'
import { type PaidPlanId, type PlanId, planAt } from '@kerf/domain/plans/plans'

/** The plan that somebody has, as the server says. */
export interface HeldPlan {
  subscription: PlanId
  subscriptionExpiresAt: string | null
}

/**
 * What buying a plan does to the one that somebody has: begins one, adds to its end, or takes its place. `until` is when all
 * of it ends, null for never; `heldUntil` when what they have would have ended.
 */
export type PurchaseEffect =
  | { kind: 'begins'; until: Date | null }
  | { kind: 'extends' | 'replaces'; until: Date | null; heldUntil: Date }

export function purchaseEffect(held: HeldPlan, plan: PaidPlanId, now: Date): PurchaseEffect {
  const expiresAt = held.subscriptionExpiresAt === null ? null : new Date(held.subscriptionExpiresAt)
  const subscription = planAt({ subscription: held.subscription, subscriptionExpiresAt: expiresAt }, now)
  const until = extended({ subscription, expiresAt: subscription === 'free' ? null : expiresAt }, plan, now).expiresAt
  if (subscription === 'free' || expiresAt === null) return { kind: 'begins', until }
  return { kind: plan === 'lifetime' ? 'replaces' : 'extends', until, heldUntil: expiresAt }
}

/** Whether there is an end that more can be added to: Lifetime has none, nor has Pro that was given for good. */
export const canExtend = ({ subscription, subscriptionExpiresAt }: HeldPlan): boolean =>
  subscription !== 'free' && subscription !== 'lifetime' && subscriptionExpiresAt !== null
