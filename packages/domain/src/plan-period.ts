import { type PaidPlanId, PLANS } from './plans.ts'

const MONTHS = { month: 1, year: 12 } as const

/**
 * When a period of this plan that starts at a moment ends; null for one that never does. Months are calendar months in UTC:
 * what starts on the 31st ends on the last day of a month that has none.
 */
export function planPeriodEnd(plan: PaidPlanId, start: Date): Date | null {
  const { period } = PLANS[plan]
  if (period !== 'month' && period !== 'year') return null
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + MONTHS[period], 1)
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), daysInMonth))
  return end
}
