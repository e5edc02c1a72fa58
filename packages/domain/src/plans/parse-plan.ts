import type { PlanId } from './plans.ts'

/** Spellings of plans. A file of its own, so that the home page need not load prices and limits. */
const SPELLINGS: Readonly<Record<string, PlanId>> = {
  free: 'free',
  pro: 'pro-monthly',
  monthly: 'pro-monthly',
  'pro-monthly': 'pro-monthly',
  yearly: 'pro-yearly',
  'pro-yearly': 'pro-yearly',
  lifetime: 'lifetime',
}

/** Reads a plan in any case, with `_` or `-`: `free`, `FREE`, `pro`, `MONTHLY`, `PRO_YEARLY`; null for other texts. */
export function parsePlan(spelling: string | null | undefined): PlanId | null {
  const planName = spelling?.trim().toLowerCase().replaceAll('_', '-') ?? ''
  return Object.hasOwn(SPELLINGS, planName) ? SPELLINGS[planName]! : null
}
