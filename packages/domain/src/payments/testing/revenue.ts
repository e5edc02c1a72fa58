import type { LedgerEntry } from '../ledger.ts'

/** What was taken at a given time; negative for refunds. */
export interface RevenueChange {
  at: Date
  cents: number
}

type MoneyEntry = Exclude<LedgerEntry, { kind: 'grant' }>

/** What is known of the money of one capture. */
interface Held {
  paidCents: number
  /** By courtesy, all together. */
  partlyBackCents: number
  isBack: boolean
}

const NOTHING: Held = { paidCents: 0, partlyBackCents: 0, isBack: false }

/**
 * What each entry changed about the money that is here, entries that changed nothing left out. Partial refunds name all that
 * has gone back by then; a refund or a chargeback takes whatever is left; a reinstatement brings back what was taken by it,
 * and no partial refund. A purchase reported after its chargeback brings nothing.
 *
 * The entries are in the order in which they were added. apps/server/src/adapters/database/payments/stats.ts has the same in SQL.
 */
export function revenue(entries: readonly LedgerEntry[]): RevenueChange[] {
  const captures = new Map<string, Held>()
  return entries.flatMap((entry) => {
    if (entry.kind === 'grant') return []
    const before = captures.get(entry.captureId) ?? NOTHING
    const after = heldAfter(before, entry)
    captures.set(entry.captureId, after)
    const cents = heldCents(after) - heldCents(before)
    return cents === 0 ? [] : [{ at: entry.at, cents }]
  })
}

function heldAfter(held: Held, { kind, amountCents }: MoneyEntry): Held {
  if (kind === 'purchase') return { ...held, paidCents: Math.max(held.paidCents, amountCents) }
  if (kind === 'partial_refund') return { ...held, partlyBackCents: Math.max(held.partlyBackCents, amountCents) }
  return { ...held, isBack: kind !== 'reinstatement' }
}

const heldCents = ({ paidCents, partlyBackCents, isBack }: Held): number =>
  isBack ? 0 : Math.max(0, paidCents - partlyBackCents)
