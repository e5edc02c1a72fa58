import type { PlanId } from '@kerf/domain/plans/plans'
import { describe, expect, it } from 'vitest'
import { canExtend, purchaseEffect } from './purchase-effect.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const PLAN_END_TIME = '2026-12-31T10:00:00.000Z'
const currentPlan = (subscription: PlanId, subscriptionExpiresAt: string | null = null) => ({
  subscription,
  subscriptionExpiresAt,
})

describe('the effect of a purchase', () => {
  it('is a new plan for a user on Free, even if a plan has just ended', () => {
    expect(purchaseEffect(currentPlan('free'), 'pro-monthly', NOW)).toEqual({
      kind: 'begins',
      until: new Date('2026-12-21T10:00:00Z'),
    })
    expect(purchaseEffect(currentPlan('free'), 'lifetime', NOW)).toEqual({ kind: 'begins', until: null })
    expect(purchaseEffect(currentPlan('pro-monthly', '2026-11-21T09:59:59Z'), 'pro-monthly', NOW)).toMatchObject({
      kind: 'begins',
      until: new Date('2026-12-21T10:00:00Z'),
    })
  })

  it('is an extension of Pro by any period', () => {
    const heldUntil = new Date(PLAN_END_TIME)
    expect(purchaseEffect(currentPlan('pro-monthly', PLAN_END_TIME), 'pro-monthly', NOW)).toEqual({
      kind: 'extends',
      until: new Date('2027-01-31T10:00:00Z'),
      heldUntil,
    })
    expect(purchaseEffect(currentPlan('pro-monthly', PLAN_END_TIME), 'pro-yearly', NOW)).toEqual({
      kind: 'extends',
      until: new Date('2027-12-31T10:00:00Z'),
      heldUntil,
    })
  })

  it('is Lifetime in place of the rest of Pro', () => {
    expect(purchaseEffect(currentPlan('pro-yearly', PLAN_END_TIME), 'lifetime', NOW)).toEqual({
      kind: 'replaces',
      until: null,
      heldUntil: new Date(PLAN_END_TIME),
    })
  })
})

it('only Pro with an end can be extended', () => {
  expect(canExtend(currentPlan('pro-monthly', PLAN_END_TIME))).toBe(true)
  expect([currentPlan('free'), currentPlan('lifetime'), currentPlan('pro-yearly')].map(canExtend)).toEqual([
    false,
    false,
    false,
  ])
})
