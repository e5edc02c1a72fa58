import { DEFAULT_FREE_MAX_QUALITY, FREE_MAX_QUALITIES, type FreeMaxQuality } from '@kerf/domain/access/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/access/quota'
import { PLANS, type Plan, type PlanId } from '@kerf/domain/plans/plans'
import { PAGES } from '../navigation/pages.ts'

/**
 * Limits of Free, and whether the other plans can be bought. The operator sets them, and all texts about them use these
 * values.
 */
export interface PlanTerms {
  maxQuality: FreeMaxQuality
  dailyLimit: number
  /** Whether plans can be bought on this server; null while that is unknown. */
  payments: boolean | null
}

/** The defaults, shown until the server has answered. */
export const DEFAULT_PLAN_TERMS: PlanTerms = {
  maxQuality: DEFAULT_FREE_MAX_QUALITY,
  dailyLimit: DEFAULT_FREE_DAILY_LIMIT,
  payments: null,
}

/** Terms in an answer of `GET /api/plans`; null for any other answer. */
export function planTermsIn(answer: unknown): PlanTerms | null {
  const { freeMaxQuality, freeDailyLimit, payments } = Object(answer) as Record<string, unknown>
  const maxQuality = FREE_MAX_QUALITIES.find((quality) => quality === freeMaxQuality)
  if (maxQuality === undefined || typeof freeDailyLimit !== 'number') return null
  return { maxQuality, dailyLimit: freeDailyLimit, payments: payments !== false }
}

/** Address of the page on which a plan is paid for. */
export const paymentPath = (plan: PlanId): string => `${PAGES.subscription.path}?plan=${plan}`

/** Price of twelve months and saving of the yearly plan, both in cents, and the saving as a number of months. */
export function yearlySaving(monthly: Plan = PLANS['pro-monthly'], yearly: Plan = PLANS['pro-yearly']) {
  const listCents = monthly.priceCents * 12
  const savedCents = listCents - yearly.priceCents
  return { listCents, savedCents, monthsFree: Math.round(savedCents / monthly.priceCents) }
}
