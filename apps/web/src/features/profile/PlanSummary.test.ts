import { describe, expect, it } from 'vitest'
import { planEnd } from './PlanSummary.tsx'

const NOW = new Date('2026-11-20T12:00:00Z')
const FUTURE_DATE = '2027-03-12T00:00:00.000Z'
const PAST_DATE = '2026-03-12T00:00:00.000Z'

describe('the end of a plan', () => {
  it('is `never` for Lifetime and Pro without a date, and absent for Free', () => {
    expect(planEnd({ subscription: 'lifetime', expiresAt: null }, NOW)).toEqual({ kind: 'never' })
    expect(planEnd({ subscription: 'lifetime', expiresAt: FUTURE_DATE }, NOW)).toEqual({ kind: 'never' })
    expect(planEnd({ subscription: 'pro-monthly', expiresAt: null }, NOW)).toEqual({ kind: 'never' })
    expect(planEnd({ subscription: 'free', expiresAt: null }, NOW)).toEqual({ kind: 'open' })
  })

  it('is a day for Pro, in the future or past', () => {
    expect(planEnd({ subscription: 'pro-yearly', expiresAt: FUTURE_DATE }, NOW)).toEqual({
      kind: 'ends',
      at: FUTURE_DATE,
    })
    expect(planEnd({ subscription: 'pro-yearly', expiresAt: PAST_DATE }, NOW)).toEqual({ kind: 'ended', at: PAST_DATE })
  })
})
