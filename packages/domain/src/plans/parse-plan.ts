import type { PlanId } from './plans.ts'

/** Apart from prices and limits: the first page reads who is signed in, and shows no price before it is scrolled. */
const SPELLINGS: Readonly<Record<string, PlanId>> = {
  free: 'free',
  pro: 'pro-monthly',
  monthly: 'pro-monthly',
  'pro-monthly': 'pro-monthly',
  yearly: 'pro-yearly',
  'pro-yearly': 'pro-yearly',
  lifetime: 'lifetime',
}

/** Every spelling of a plan that was in use: `free`, `FREE`, `pro`, `MONTHLY`, `PRO_YEARLY`, `pro-yearly` ...; null for any other. */
export function parsePlan(spelling: string | null | undefined): PlanId | null {
  const plain = spelling?.trim().toLowerCase().replaceAll('_', '-') ?? ''
  return Object.hasOwn(SPELLINGS, plain) ? SPELLINGS[plain]! : null
}
