/** The four plans, what they cost and how much they allow. Prices and limits exist here and nowhere else. */
export const PLAN_IDS = ['free', 'pro-monthly', 'pro-yearly', 'lifetime'] as const
export type PlanId = (typeof PLAN_IDS)[number]

export const PAID_PLAN_IDS = ['pro-monthly', 'pro-yearly', 'lifetime'] as const satisfies readonly PlanId[]
export type PaidPlanId = (typeof PAID_PLAN_IDS)[number]

export interface Plan {
  id: PlanId
  name: string
  priceCents: number
  currency: 'USD'
  period: 'none' | 'month' | 'year' | 'forever'
}

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', priceCents: 0, currency: 'USD', period: 'none' },
  'pro-monthly': { id: 'pro-monthly', name: 'Pro', priceCents: 499, currency: 'USD', period: 'month' },
  'pro-yearly': { id: 'pro-yearly', name: 'Pro', priceCents: 4999, currency: 'USD', period: 'year' },
  lifetime: { id: 'lifetime', name: 'Lifetime Access', priceCents: 19900, currency: 'USD', period: 'forever' },
}

/** The plan that costs this much; null when none does. */
export function planForAmount(amountCents: number): PaidPlanId | null {
  return PAID_PLAN_IDS.find((id) => PLANS[id].priceCents === amountCents) ?? null
}

/** The plan that holds at this moment: one whose time is over is the free one again. */
export function planAt(plan: { subscription: PlanId; subscriptionExpiresAt: Date | null }, now: Date): PlanId {
  const { subscription, subscriptionExpiresAt } = plan
  return subscriptionExpiresAt !== null && subscriptionExpiresAt <= now ? 'free' : subscription
}
