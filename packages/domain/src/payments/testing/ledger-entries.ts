import type { PaidPlanId, PlanId } from '../../plans/plans.ts'
import type { LedgerEntry } from '../ledger.ts'

export const on = (day: string) => new Date(`${day}T10:00:00Z`)

const money = (captureId: string, amountCents: number) =>
  ({ orderId: captureId, captureId, amountCents, currency: 'USD' }) as const

/** A purchase in Anna's ledger. Its id is its day. */
export const bought = (plan: PaidPlanId, day: string, captureId = day): LedgerEntry => {
  return { id: day, accountId: 'anna', at: on(day), kind: 'purchase', plan, ...money(captureId, 499) }
}

export function wentBack(
  kind: 'refund' | 'chargeback' | 'partial_refund' | 'reinstatement',
  day: string,
  captureId: string,
  amountCents = 499,
): LedgerEntry {
  return { id: `${kind} ${day}`, accountId: 'anna', at: on(day), kind, ...money(captureId, amountCents) }
}

export const grantedPlan = (plan: PlanId, day: string, endsAt: Date | null = null): LedgerEntry => {
  return { id: day, accountId: 'anna', at: on(day), kind: 'grant', plan, endsAt, grantedBy: 'the-admin' }
}
