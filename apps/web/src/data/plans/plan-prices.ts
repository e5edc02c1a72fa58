import { PLANS, type Plan } from '@kerf/domain/plans/plans'
import { priceWords } from '../formatting/figures.ts'

/** `$4.99`, `$199`, `$0` */
export function priceOf(cents: number): string {
  return priceWords(cents)
}

/** What a year costs by the month, what the yearly plan saves of it, and how many whole months that is. */
export function yearlySaving(monthly: Plan = PLANS['pro-monthly'], yearly: Plan = PLANS['pro-yearly']) {
  const listCents = monthly.priceCents * 12
  const savedCents = listCents - yearly.priceCents
  return { listCents, savedCents, monthsFree: Math.round(savedCents / monthly.priceCents) }
}
