/** Ids of the four plans. Their prices are defined only in this file. */
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

export function planForAmount(amountCents: number): PaidPlanId | null {
  return PAID_PLAN_IDS.find((id) => PLANS[id].priceCents === amountCents) ?? null
}

/** The plan that applies now. An expired plan is `free`. */
export function planAt(plan: { subscription: PlanId; subscriptionExpiresAt: Date | null }, now: Date): PlanId {
  const { subscription, subscriptionExpiresAt } = plan
  return subscriptionExpiresAt !== null && subscriptionExpiresAt <= now ? 'free' : subscription
}

const MONTHS_IN_PERIOD = { month: 1, year: 12 } as const

/**
 * End of a plan's period; null for a plan without an end. Calendar months in UTC: the 31st becomes the last day of a
 * shorter month.
 */
export function planPeriodEnd(plan: PaidPlanId, start: Date): Date | null {
  const { period } = PLANS[plan]
  if (period !== 'month' && period !== 'year') return null
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + MONTHS_IN_PERIOD[period], 1)
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), daysInMonth))
  return end
}

const DOLLAR_AMOUNT_PATTERN = /^(\d{1,7})(?:\.(\d{1,2}))?$/

/** Dollars such as `49.99` in cents; null if they are not a number with at most two decimals. */
export function centsOf(dollars: string | number): number | null {
  const [, wholeDollars, fraction = ''] = DOLLAR_AMOUNT_PATTERN.exec(String(dollars)) ?? []
  return wholeDollars === undefined ? null : Number(wholeDollars) * 100 + Number(fraction.padEnd(2, '0'))
}
