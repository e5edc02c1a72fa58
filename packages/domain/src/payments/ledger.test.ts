import { describe, expect, it } from 'vitest'
import type { PlanId } from '../plans/plans.ts'
import { addsSomething, boughtPeriod, entitlement } from './ledger.ts'
import { bought, grantedPlan, on, wentBack } from './testing/ledger-entries.ts'

const pro = (subscription: PlanId, day: string) => ({ subscription, expiresAt: on(day) })
const FREE = { subscription: 'free', expiresAt: null }
const FOR_GOOD = { subscription: 'lifetime', expiresAt: null }

describe("a person's entitlement", () => {
  it('is a calendar month, a calendar year, or permanent', () => {
    expect(entitlement([bought('pro-monthly', '2026-11-20')])).toEqual(pro('pro-monthly', '2026-12-20'))
    expect(entitlement([bought('pro-yearly', '2026-11-20')])).toEqual(pro('pro-yearly', '2027-11-20'))
    expect(entitlement([bought('lifetime', '2026-11-20')])).toEqual(FOR_GOOD)
    expect(entitlement([])).toEqual(FREE)
    expect(entitlement([bought('pro-monthly', '2027-01-31')])).toEqual(pro('pro-monthly', '2027-02-28'))
    expect(entitlement([bought('pro-yearly', '2028-02-29')])).toEqual(pro('pro-yearly', '2029-02-28'))
  })

  it('starts after a running plan, and starts now after a gap', () => {
    const twoPurchases = [bought('pro-monthly', '2026-11-20'), bought('pro-monthly', '2026-12-01')]
    expect(entitlement(twoPurchases)).toEqual(pro('pro-monthly', '2027-01-20'))
    const entries = [bought('pro-monthly', '2026-11-20'), bought('pro-yearly', '2027-03-01')]
    expect(entitlement(entries)).toEqual(pro('pro-yearly', '2028-03-01'))
  })

  it('is permanent after Lifetime, whatever is bought before or after', () => {
    const upgraded = [bought('pro-yearly', '2026-11-20'), bought('lifetime', '2026-12-01')]
    expect(entitlement(upgraded)).toEqual(FOR_GOOD)
    expect(entitlement([...upgraded, bought('pro-monthly', '2026-12-02')])).toEqual(FOR_GOOD)
  })
})

describe('a refund', () => {
  it('or chargeback ends its own purchase', () => {
    for (const kind of ['refund', 'chargeback'] as const)
      expect(entitlement([bought('pro-yearly', '2026-11-20', 'c1'), wentBack(kind, '2026-11-21', 'c1')])).toEqual(FREE)
  })

  it('leaves other purchases, and in part ends nothing', () => {
    const entries = [bought('pro-monthly', '2026-11-20', 'c1'), bought('pro-monthly', '2026-12-01', 'c2')]
    expect(entitlement([...entries, wentBack('refund', '2026-12-02', 'c1')])).toEqual(pro('pro-monthly', '2027-01-01'))
    const upgraded = [bought('pro-yearly', '2026-11-20', 'c1'), bought('lifetime', '2026-12-01', 'c2')]
    expect(entitlement([...upgraded, wentBack('chargeback', '2026-12-02', 'c2')])).toEqual(
      pro('pro-yearly', '2027-11-20'),
    )
    const courtesy = [bought('pro-monthly', '2026-11-20', 'c1'), wentBack('partial_refund', '2026-11-21', 'c1')]
    expect(entitlement(courtesy)).toEqual(pro('pro-monthly', '2026-12-20'))
  })

  it('is undone if the money returns after a dispute', () => {
    const disputedPurchase = [bought('lifetime', '2026-11-20', 'c1'), wentBack('chargeback', '2026-11-21', 'c1')]
    expect(entitlement([...disputedPurchase, wentBack('reinstatement', '2026-12-21', 'c1')])).toEqual(FOR_GOOD)
  })
})

describe('a grant by an admin', () => {
  it('replaces any plan, and is extended like a purchase', () => {
    expect(entitlement([bought('lifetime', '2026-11-20'), grantedPlan('free', '2026-11-21')])).toEqual(FREE)
    const extendedGrant = [
      grantedPlan('pro-monthly', '2026-11-20', on('2026-12-24')),
      bought('pro-monthly', '2026-12-01'),
    ]
    expect(entitlement(extendedGrant)).toEqual(pro('pro-monthly', '2027-01-24'))
  })

  it('without an end leaves only useful purchases', () => {
    const endless = { subscription: 'pro-yearly', expiresAt: null } as const
    expect(addsSomething(endless, 'pro-monthly')).toBe(false)
    expect(addsSomething(endless, 'lifetime')).toBe(true)
    expect(addsSomething({ ...endless, expiresAt: on('2027-01-01') }, 'pro-monthly')).toBe(true)
    expect(addsSomething({ subscription: 'lifetime', expiresAt: null }, 'lifetime')).toBe(false)
    expect(addsSomething({ subscription: 'free', expiresAt: null }, 'pro-monthly')).toBe(true)
  })

  it('without an end is not shortened by a purchase', () => {
    const current = entitlement([grantedPlan('pro-yearly', '2026-11-20'), bought('pro-monthly', '2026-12-01')])
    expect(current).toEqual({ subscription: 'pro-yearly', expiresAt: null })
  })
})

describe('the period of a purchase', () => {
  const first = bought('pro-monthly', '2026-11-20', 'first')
  const second = bought('pro-yearly', '2026-12-01', 'second')
  const period = (from: string, until: string | null) => ({
    startsAt: on(from),
    endsAt: until === null ? null : on(until),
  })

  it('starts with the payment, or after the running plan', () => {
    expect(boughtPeriod([first, second], 'first')).toEqual(period('2026-11-20', '2026-12-20'))
    expect(boughtPeriod([first, second], 'second')).toEqual(period('2026-12-20', '2027-12-20'))
    const afterGap = bought('pro-monthly', '2027-03-01', 'later')
    expect(boughtPeriod([first, afterGap], 'later')).toEqual(period('2027-03-01', '2027-04-01'))
  })

  it('stays as on the receipt despite later refunds, and ignores earlier refunded purchases', () => {
    const refundOfFirst = wentBack('refund', '2026-12-02', 'first')
    const refundOfSecond = wentBack('refund', '2026-12-03', 'second')
    const entries = [first, second, refundOfFirst, refundOfSecond]
    expect(boughtPeriod(entries, 'first')).toEqual(period('2026-11-20', '2026-12-20'))
    expect(boughtPeriod(entries, 'second')).toEqual(period('2026-12-20', '2027-12-20'))
    const earlierRefund = [first, wentBack('refund', '2026-11-25', 'first'), second]
    expect(boughtPeriod(earlierRefund, 'second')).toEqual(period('2026-12-01', '2027-12-01'))
  })

  it('has no end for Lifetime or after permanent Pro, and is absent without a purchase', () => {
    expect(boughtPeriod([first, bought('lifetime', '2026-12-01', 'all')], 'all')).toEqual(period('2026-12-01', null))
    expect(boughtPeriod([grantedPlan('pro-yearly', '2026-11-01'), first], 'first')).toEqual(period('2026-11-20', null))
    expect(boughtPeriod([first], 'another')).toBeNull()
    expect(boughtPeriod([wentBack('refund', '2026-12-02', 'alone')], 'alone')).toBeNull()
  })
})
