import type { LedgerEntry } from '../ledger.ts'

/** Change of revenue at the time `at`; negative for refunds. */
export interface RevenueChange {
  at: Date
  cents: number
}

type MoneyEntry = Exclude<LedgerEntry, { kind: 'grant' }>

/** Money of one capture. */
interface CaptureMoney {
  paidCents: number
  /** Total of partial refunds. */
  partialRefundCents: number
  isReturned: boolean
}

const NO_MONEY: CaptureMoney = { paidCents: 0, partialRefundCents: 0, isReturned: false }

/**
 * Changes of revenue by ledger entries, in the order of entries; entries without a change are left out. Partial refunds
 * name their total so far. A refund or chargeback takes the remaining amount. A reinstatement restores that amount, but
 * no partial refund. A purchase that is reported after its chargeback adds nothing.
 *
 * apps/server/src/adapters/database/payments/stats.ts has the same rules in SQL.
 */
export function revenue(entries: readonly LedgerEntry[]): RevenueChange[] {
  const captures = new Map<string, CaptureMoney>()
  return entries.flatMap((entry) => {
    if (entry.kind === 'grant') return []
    const oldMoney = captures.get(entry.captureId) ?? NO_MONEY
    const newMoney = moneyAfter(oldMoney, entry)
    captures.set(entry.captureId, newMoney)
    const cents = revenueCents(newMoney) - revenueCents(oldMoney)
    return cents === 0 ? [] : [{ at: entry.at, cents }]
  })
}

function moneyAfter(money: CaptureMoney, { kind, amountCents }: MoneyEntry): CaptureMoney {
  if (kind === 'purchase') return { ...money, paidCents: Math.max(money.paidCents, amountCents) }
  if (kind === 'partial_refund')
    return { ...money, partialRefundCents: Math.max(money.partialRefundCents, amountCents) }
  return { ...money, isReturned: kind !== 'reinstatement' }
}

const revenueCents = ({ paidCents, partialRefundCents: partlyBackCents, isReturned: isBack }: CaptureMoney): number =>
  isBack ? 0 : Math.max(0, paidCents - partlyBackCents)
