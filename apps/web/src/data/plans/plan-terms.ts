import { DEFAULT_FREE_MAX_QUALITY, FREE_MAX_QUALITIES, type FreeMaxQuality } from '@kerf/domain/access/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/access/quota'
import { PLANS, type Plan, type PlanId } from '@kerf/domain/plans/plans'
import { PAGES } from '../navigation/pages.ts'

/**
 * What Free gives, and whether the others can be bought. All of it is the operator's to set; every text that names one of
 * these takes it from here.
 */
export interface PlanTerms {
  maxQuality: FreeMaxQuality
  dailyLimit: number
  /** Whether plans can be paid for here; null as long as nobody knows. */
  payments: boolean | null
}

/** The defaults, shown until the server has answered. */
export const USUAL_PLAN_TERMS: PlanTerms = {
  maxQuality: DEFAULT_FREE_MAX_QUALITY,
  dailyLimit: DEFAULT_FREE_DAILY_LIMIT,
  payments: null,
}

/** What `GET /api/plans` says; null for an answer that is not one. */
export function planTermsIn(answer: unknown): PlanTerms | null {
  const { freeMaxQuality, freeDailyLimit, payments } = Object(answer) as Record<string, unknown>
  const maxQuality = FREE_MAX_QUALITIES.find((quality) => quality === freeMaxQuality)
  if (maxQuality === undefined || typeof freeDailyLimit !== 'number') return null
  return { maxQuality, dailyLimit: freeDailyLimit, payments: payments !== false }
}

/** Where a plan is paid for. */
export const paymentPath = (plan: PlanId): string => `${PAGES.subscription.path}?plan=${plan}`

/** What a year costs by the month, what the yearly plan saves of it, and how many whole months that is. */
export function yearlySaving(monthly: Plan = PLANS['pro-monthly'], yearly: Plan = PLANS['pro-yearly']) {
  const listCents = monthly.priceCents * 12
  const savedCents = listCents - yearly.priceCents
  return { listCents, savedCents, monthsFree: Math.round(savedCents / monthly.priceCents) }
}
