import type { PaidPlanId, PlanId } from '../plans/plans.ts'
import { planPeriodEnd } from '../plans/plans.ts'
import { PRODUCT_SLUG } from '../site/product.ts'

/** Entry of the append-only ledger. An account's plan is the sum of its entries. */
export type LedgerEntry = { id: string; accountId: string; at: Date } & (
  | { kind: 'purchase'; plan: PaidPlanId; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** The whole amount was refunded or charged back. The purchase ends. */
  | { kind: 'refund' | 'chargeback'; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** A part of the amount was refunded, and the plan continues. The amount is the total of all partial refunds. */
  | { kind: 'partial_refund'; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** A refund or chargeback was reversed, for example after a dispute that the seller won. */
  | { kind: 'reinstatement'; orderId: string; captureId: string; amountCents: number; currency: 'USD' }
  /** An admin set the plan. The grant replaces all earlier entries. */
  | { kind: 'grant'; plan: PlanId; endsAt: Date | null; grantedBy: string }
)

/** Plan of an account, as stored with it. `expiresAt` is null for plans without an end, and for free. */
export interface Entitlement {
  subscription: PlanId
  expiresAt: Date | null
}

const FREE_PLAN: Entitlement = { subscription: 'free', expiresAt: null }

/**
 * Sum of the entries. Another Pro purchase extends Pro from its end. Lifetime replaces a running period at once.
 * Refunded purchases count as never made, so a refunded Lifetime leaves the rest of an earlier Pro period.
 */
export function entitlement(entries: readonly LedgerEntry[]): Entitlement {
  const refundedIds = refundedCaptures(entries)
  let current = FREE_PLAN
  for (const entry of entries) {
    if (entry.kind === 'grant') current = { subscription: entry.plan, expiresAt: entry.endsAt }
    if (entry.kind === 'purchase' && !refundedIds.has(entry.captureId))
      current = planAfterPurchase(current, entry.plan, entry.at)
  }
  return current
}

/** Whether buying this plan would add to the current one. */
export function addsSomething(current: Entitlement, plan: PaidPlanId): boolean {
  if (current.subscription === 'lifetime') return false
  return plan === 'lifetime' || current.subscription === 'free' || current.expiresAt !== null
}

/**
 * Period that a purchase added, without regard to later refunds. `endsAt` is null for a plan without an end.
 * @returns null if there is no such purchase
 */
export function boughtPeriod(entries: readonly LedgerEntry[], captureId: string) {
  const index = entries.findIndex((entry) => entry.kind === 'purchase' && entry.captureId === captureId)
  const purchase = entries[index]
  if (purchase?.kind !== 'purchase') return null
  const previous = entitlement(entries.slice(0, index))
  const { expiresAt: endsAt } = planAfterPurchase(previous, purchase.plan, purchase.at)
  return { startsAt: endsAt === null ? purchase.at : periodStart(previous, purchase.at), endsAt }
}

/** Captures whose whole amount was refunded or charged back, and not reinstated. */
export function refundedCaptures(entries: readonly LedgerEntry[]): Set<string> {
  const captureIds = new Set<string>()
  for (const entry of entries) {
    if (entry.kind === 'refund' || entry.kind === 'chargeback') captureIds.add(entry.captureId)
    if (entry.kind === 'reinstatement') captureIds.delete(entry.captureId)
  }
  return captureIds
}

/** Plan of an account after one more purchase. */
export function planAfterPurchase(current: Entitlement, plan: PaidPlanId, at: Date): Entitlement {
  if (current.subscription === 'lifetime' || plan === 'lifetime') return { subscription: 'lifetime', expiresAt: null }
  const runsUntil = current.subscription === 'free' ? null : current.expiresAt
  // Pro without an end comes from an admin, so a purchase adds nothing.
  if (current.subscription !== 'free' && runsUntil === null) return current
  return { subscription: plan, expiresAt: planPeriodEnd(plan, periodStart(current, at)) }
}

/** Start of a period that is bought at `at`: the end of the current period if it still runs. */
function periodStart({ subscription, expiresAt }: Entitlement, at: Date): Date {
  return subscription !== 'free' && expiresAt !== null && expiresAt > at ? expiresAt : at
}

const RECEIPT_NUMBER_DIGIT_COUNT = 6

/** Receipt number, counted consecutively across years: `KERF-2026-000042`. */
export function formatReceiptNumber(count: number, paidAt: Date): string {
  return `${PRODUCT_SLUG.toUpperCase()}-${paidAt.getUTCFullYear()}-${String(count).padStart(RECEIPT_NUMBER_DIGIT_COUNT, '0')}`
}
