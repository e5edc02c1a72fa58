import type { PaidPlanId, PlanId } from '../plans/plans.ts'
import { planPeriodEnd } from '../plans/plans.ts'
import { PRODUCT_SLUG } from '../site/product.ts'

/** Append-only, in order. A plan is the sum of its entries and nothing else. */
export type LedgerEntry = { id: string; accountId: string; at: Date } & (
  | { kind: 'purchase'; plan: PaidPlanId; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** The whole amount has gone back, by refund or chargeback: what it had bought ends. */
  | { kind: 'refund' | 'chargeback'; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** A partial refund, as a courtesy: the plan continues. The amount is the total refunded by then. */
  | { kind: 'partial_refund'; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** Money that had gone back has come again, as when a dispute is decided for the seller. */
  | { kind: 'reinstatement'; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** An admin has set the plan, whatever was there before. */
  | { kind: 'grant'; plan: PlanId; endsAt: Date | null; grantedBy: string }
)

/** What a person is entitled to, as stored with their account. `expiresAt` is null for what never ends, and for free. */
export interface Entitlement {
  subscription: PlanId
  expiresAt: Date | null
}

const NOTHING: Entitlement = { subscription: 'free', expiresAt: null }

/**
 * Adds the entries up. Buying Pro again extends it from its end; Lifetime ends a running period at once; what was refunded
 * counts as never bought, so that a refunded Lifetime leaves the rest of a Pro period that was paid before it.
 */
export function entitlement(entries: readonly LedgerEntry[]): Entitlement {
  const returned = returnedCaptures(entries)
  let current = NOTHING
  for (const entry of entries) {
    if (entry.kind === 'grant') current = { subscription: entry.plan, expiresAt: entry.endsAt }
    if (entry.kind === 'purchase' && !returned.has(entry.captureId)) current = extended(current, entry.plan, entry.at)
  }
  return current
}

/** Whether buying this plan would add anything to what a person is entitled to now. */
export function addsSomething(current: Entitlement, plan: PaidPlanId): boolean {
  if (current.subscription === 'lifetime') return false
  return plan === 'lifetime' || current.subscription === 'free' || current.expiresAt !== null
}

/**
 * The time that a purchase added when it was bought, whatever was refunded since: `endsAt` is null for what never ends. null
 * when there was no such purchase.
 */
export function boughtPeriod(entries: readonly LedgerEntry[], captureId: string) {
  const place = entries.findIndex((entry) => entry.kind === 'purchase' && entry.captureId === captureId)
  const purchase = entries[place]
  if (purchase?.kind !== 'purchase') return null
  const before = entitlement(entries.slice(0, place))
  const { expiresAt: endsAt } = extended(before, purchase.plan, purchase.at)
  return { startsAt: endsAt === null ? purchase.at : periodStart(before, purchase.at), endsAt }
}

/** Of the purchases whose whole amount has gone back, and has not come again. */
export function returnedCaptures(entries: readonly LedgerEntry[]): Set<string> {
  const returned = new Set<string>()
  for (const entry of entries) {
    if (entry.kind === 'refund' || entry.kind === 'chargeback') returned.add(entry.captureId)
    if (entry.kind === 'reinstatement') returned.delete(entry.captureId)
  }
  return returned
}

/** What a person is entitled to after buying a plan on top of what they have. */
export function extended(current: Entitlement, plan: PaidPlanId, at: Date): Entitlement {
  if (current.subscription === 'lifetime' || plan === 'lifetime') return { subscription: 'lifetime', expiresAt: null }
  const runsUntil = current.subscription === 'free' ? null : current.expiresAt
  // Pro without an end was given by an admin: there is nothing to add to it.
  if (current.subscription !== 'free' && runsUntil === null) return current
  return { subscription: plan, expiresAt: planPeriodEnd(plan, periodStart(current, at)) }
}

/** When a period bought at a given time begins: after what still runs then. */
function periodStart({ subscription, expiresAt }: Entitlement, at: Date): Date {
  return subscription !== 'free' && expiresAt !== null && expiresAt > at ? expiresAt : at
}

const DIGITS = 6

/** `KERF-2026-000042`: numbered consecutively across years. */
export function receiptNumberWords(count: number, paidAt: Date): string {
  return `${PRODUCT_SLUG.toUpperCase()}-${paidAt.getUTCFullYear()}-${String(count).padStart(DIGITS, '0')}`
}
