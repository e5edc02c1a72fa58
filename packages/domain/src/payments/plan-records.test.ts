import { describe, expect, it } from 'vitest'
import { planAt } from '../plans/plans.ts'
import { entitlement, type LedgerEntry } from './ledger.ts'
import { planRecord } from './plan-records.ts'
import { bought, grantedPlan, on, wentBack } from './testing/ledger-entries.ts'

const state = (entries: LedgerEntry[], id: string, now = '2026-06-15') => {
  const record = planRecord(entries, id, on(now))
  const day = (time: Date | null | undefined) => time?.toISOString().slice(0, 10) ?? null
  return record && [record.status, day(record.startsAt), day(record.endsAt), record.refundedCents]
}

describe('a bought or granted plan', () => {
  it('is active until its end', () => {
    const ledger = [bought('pro-monthly', '2026-06-01')]
    expect(state(ledger, '2026-06-01')).toEqual(['active', '2026-06-01', '2026-07-01', 0])
    expect(state(ledger, '2026-06-01', '2026-07-01')).toEqual(['ended', '2026-06-01', '2026-07-01', 0])
  })

  it('starts at the end of the previous one if bought ahead', () => {
    const ledger = [bought('pro-monthly', '2026-06-01'), bought('pro-monthly', '2026-06-10')]
    expect(state(ledger, '2026-06-10')).toEqual(['active', '2026-07-01', '2026-08-01', 0])
  })

  it('is replaced by Lifetime, which lasts, and by a grant', () => {
    const ledger = [bought('pro-monthly', '2026-06-01'), bought('lifetime', '2026-06-10')]
    expect(state(ledger, '2026-06-01')).toEqual(['replaced', '2026-06-01', '2026-07-01', 0])
    expect(state(ledger, '2026-06-10')).toEqual(['lifetime', '2026-06-10', null, 0])
    const withGrant = [...ledger, grantedPlan('pro-yearly', '2026-06-12', on('2027-06-12'))]
    expect(state(withGrant, '2026-06-10')).toEqual(['replaced', '2026-06-10', null, 0])
    expect(state(withGrant, '2026-06-12')).toEqual(['active', '2026-06-12', '2027-06-12', 0])
  })

  it('is `ended` if it ended before a replacement, and ends if an admin sets Free', () => {
    const ledger = [
      bought('pro-monthly', '2026-01-01'),
      grantedPlan('lifetime', '2026-06-10'),
      grantedPlan('free', '2026-06-12'),
    ]
    expect(state(ledger, '2026-01-01')).toEqual(['ended', '2026-01-01', '2026-02-01', 0])
    expect(state(ledger, '2026-06-10')).toEqual(['ended', '2026-06-10', null, 0])
  })

  it('has the refunded amount of its payment', () => {
    const ledger = [bought('pro-monthly', '2026-06-01'), wentBack('partial_refund', '2026-06-02', '2026-06-01', 100)]
    expect(state(ledger, '2026-06-01')).toEqual(['active', '2026-06-01', '2026-07-01', 100])
    const withRefund = [...ledger, wentBack('partial_refund', '2026-06-03', '2026-06-01', 250)]
    expect(state(withRefund, '2026-06-01')).toEqual(['active', '2026-06-01', '2026-07-01', 250])
    const withChargeback = [...withRefund, wentBack('chargeback', '2026-06-04', '2026-06-01')]
    expect(state(withChargeback, '2026-06-01')).toEqual(['refunded', '2026-06-01', '2026-06-04', 499])
    const lateRefund = [bought('pro-monthly', '2026-01-01'), wentBack('refund', '2026-06-04', '2026-01-01')]
    expect(state(lateRefund, '2026-01-01')).toEqual(['refunded', '2026-01-01', '2026-02-01', 499])
    const ahead = [...ledger, bought('pro-monthly', '2026-06-05'), wentBack('refund', '2026-06-06', '2026-06-05')]
    expect(state(ahead, '2026-06-05')).toEqual(['refunded', '2026-06-06', '2026-06-06', 499])
    const withReinstatement = [...withChargeback, wentBack('reinstatement', '2026-06-05', '2026-06-01')]
    expect(state(withReinstatement, '2026-06-01')).toEqual(['active', '2026-06-01', '2026-07-01', 250])
  })

  it('returns after a refund of the Lifetime that replaced it, and is void if refunded', () => {
    const ledger = [
      bought('pro-monthly', '2026-06-01'),
      bought('lifetime', '2026-06-10'),
      wentBack('refund', '2026-06-11', '2026-06-10'),
    ]
    expect(state(ledger, '2026-06-01')).toEqual(['active', '2026-06-01', '2026-07-01', 0])
    const ahead = [
      bought('pro-monthly', '2026-06-01'),
      bought('pro-monthly', '2026-06-10'),
      wentBack('refund', '2026-06-11', '2026-06-01'),
    ]
    expect(state(ahead, '2026-06-10')).toEqual(['active', '2026-06-10', '2026-07-10', 0])
  })

  it('is absent for another entry or another account', () => {
    const ledger = [bought('pro-monthly', '2026-06-01'), wentBack('refund', '2026-06-02', '2026-06-01')]
    expect(state(ledger, 'refund 2026-06-02')).toBeNull()
    expect(state(ledger, 'elsewhere')).toBeNull()
  })

  it('is active or Lifetime exactly when the ledger entitles the person', () => {
    const happenings: LedgerEntry[] = [
      bought('pro-monthly', '2026-01-01'),
      grantedPlan('pro-yearly', '2026-02-01', on('2026-03-01')),
      bought('pro-yearly', '2026-02-10'),
      bought('lifetime', '2026-02-20'),
      wentBack('refund', '2026-03-01', '2026-02-20'),
      grantedPlan('free', '2026-04-01'),
      bought('pro-monthly', '2026-05-01'),
      wentBack('chargeback', '2026-05-05', '2026-05-01'),
      wentBack('reinstatement', '2026-05-10', '2026-05-01'),
    ]
    for (let length = 0; length <= happenings.length; length++) {
      const ledger = happenings.slice(0, length)
      const now = new Date((ledger.at(-1)?.at ?? on('2026-01-01')).getTime() + 3_600_000)
      const { subscription, expiresAt } = entitlement(ledger)
      const holds = planAt({ subscription, subscriptionExpiresAt: expiresAt }, now) !== 'free'
      const statuses = ledger.map(({ id }) => planRecord(ledger, id, now)?.status)
      expect(
        statuses.some((status) => status === 'active' || status === 'lifetime'),
        `${length} entries`,
      ).toBe(holds)
    }
  })
})
