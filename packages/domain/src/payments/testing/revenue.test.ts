import { describe, expect, it } from 'vitest'
import type { LedgerEntry } from '../ledger.ts'
import { revenue } from './revenue.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))

type Kind = Exclude<LedgerEntry['kind'], 'grant'>

const entry = (kind: Kind, onDay: number, amountCents = 4999, captureId = 'c1'): LedgerEntry => {
  const money = { orderId: 'o1', captureId, amountCents, currency: 'USD' } as const
  const common = { id: `${captureId}-${kind}-${onDay}`, accountId: 'anna', at: day(onDay) }
  return kind === 'purchase' ? { ...common, kind, plan: 'pro-yearly', ...money } : { ...common, kind, ...money }
}

const revenueChanges = (...entries: LedgerEntry[]) => revenue(entries).map(({ at, cents }) => [at.getUTCDate(), cents])

describe('the revenue', () => {
  it('has each payment on its day', () => {
    expect(revenueChanges(entry('purchase', 1), entry('purchase', 2, 499, 'c2'))).toEqual([
      [1, 4999],
      [2, 499],
    ])
  })

  it('does not include grants', () => {
    const common = { id: 'g', accountId: 'anna', at: day(1) }
    expect(revenueChanges({ ...common, kind: 'grant', plan: 'lifetime', endsAt: null, grantedBy: 'admin' })).toEqual([])
  })

  it('falls on the day of a refund, by the difference between cumulative partial refunds', () => {
    const entries = [entry('purchase', 1), entry('partial_refund', 3, 1000), entry('partial_refund', 5, 1500)]
    expect(revenueChanges(...entries)).toEqual([
      [1, 4999],
      [3, -1000],
      [5, -500],
    ])
    expect(revenueChanges(...entries, entry('refund', 8)).at(-1)).toEqual([8, -3499])
  })

  it('counts a refund once, even with a later chargeback', () => {
    const entries = [entry('purchase', 1), entry('refund', 2), entry('chargeback', 3), entry('partial_refund', 4, 100)]
    expect(revenueChanges(...entries)).toEqual([
      [1, 4999],
      [2, -4999],
    ])
  })

  it('rises again after a won dispute, except for courtesy refunds', () => {
    const entries = [entry('purchase', 1), entry('partial_refund', 2, 999), entry('chargeback', 3)]
    expect(revenueChanges(...entries, entry('reinstatement', 9))).toEqual([
      [1, 4999],
      [2, -999],
      [3, -4000],
      [9, 4000],
    ])
  })

  it('is zero if the dispute was reported before the payment', () => {
    expect(revenueChanges(entry('chargeback', 1), entry('purchase', 2))).toEqual([])
    expect(revenueChanges(entry('chargeback', 1), entry('purchase', 2), entry('reinstatement', 4))).toEqual([[4, 4999]])
  })
})
