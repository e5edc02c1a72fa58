import { PLANS } from '@kerf/domain/plans/plans'
import { describe, expect, it } from 'vitest'
import { priceOf, yearlySaving } from './plan-prices.ts'

describe('prices on the home page', () => {
  it('leaves the cents out where there are none', () => {
    expect(priceOf(PLANS.free.priceCents)).toBe('$0')
    expect(priceOf(PLANS['pro-monthly'].priceCents)).toBe('$4.99')
    expect(priceOf(PLANS.lifetime.priceCents)).toBe('$199')
  })

  it('says what the yearly plan saves: 9.89 of 59.88, two months', () => {
    const { listCents, savedCents, monthsFree } = yearlySaving()
    expect([priceOf(listCents), priceOf(savedCents), monthsFree]).toEqual(['$59.88', '$9.89', 2])
  })
})
