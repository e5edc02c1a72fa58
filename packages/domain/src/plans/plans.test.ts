import { describe, expect, it } from 'vitest'
import { parsePlan } from './parse-plan.ts'
import { centsOf, PAID_PLAN_IDS, PLANS } from './plans.ts'

it('a plan is parsed from every recorded spelling, and from no other', () => {
  const recordedPlans = [
    'free',
    'pro',
    'lifetime',
    'FREE',
    'MONTHLY',
    'YEARLY',
    'LIFETIME',
    'PRO_MONTHLY',
    'PRO_YEARLY',
  ]
  expect(recordedPlans.map(parsePlan)).toEqual([
    'free',
    'pro-monthly',
    'lifetime',
    'free',
    'pro-monthly',
    'pro-yearly',
    'lifetime',
    'pro-monthly',
    'pro-yearly',
  ])
  expect(['pro-monthly', 'pro-yearly'].map(parsePlan)).toEqual(['pro-monthly', 'pro-yearly'])
  expect(['', 'gold', 'constructor', null, undefined].map(parsePlan)).toEqual([null, null, null, null, null])
})

describe('dollars', () => {
  it('are equal as text and as a number', () => {
    expect(['4.99', 4.99, '49.99', 49.99, '199', 199, '199.00', 0.1, '0'].map(centsOf)).toEqual([
      499, 499, 4999, 4999, 19900, 19900, 19900, 10, 0,
    ])
    for (const plan of PAID_PLAN_IDS) expect(centsOf(PLANS[plan].priceCents / 100)).toBe(PLANS[plan].priceCents)
  })

  it.each([
    '4.990',
    '4,99',
    '-4.99',
    '+4.99',
    '4.',
    '.99',
    ' 4.99',
    '4.99\n',
    '4e2',
    '0x10',
    '',
    4.999,
    -1,
    1e21,
    Number.NaN,
  ])('are not %j', (amount) => {
    expect(centsOf(amount)).toBeNull()
  })
})
