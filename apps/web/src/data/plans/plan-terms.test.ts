import { FREE_MAX_QUALITIES } from '@kerf/domain/access/quality-access'
import { describe, expect, it } from 'vitest'
import { formatPrice } from '../formatting/numbers.ts'
import { planTermsIn, yearlySaving } from './plan-terms.ts'

describe("the server's plan settings", () => {
  it('are accepted in each form', () => {
    for (const freeMaxQuality of FREE_MAX_QUALITIES)
      for (const payments of [true, false])
        expect(planTermsIn({ plans: [], freeMaxQuality, freeDailyLimit: 12, payments })).toEqual({
          maxQuality: freeMaxQuality,
          dailyLimit: 12,
          payments,
        })
  })

  it('are rejected in any other answer', () => {
    for (const answer of [
      null,
      'Bad Gateway',
      {},
      { freeMaxQuality: '8K', freeDailyLimit: 5 },
      { freeMaxQuality: '360p' },
    ])
      expect(planTermsIn(answer)).toBeNull()
  })
})

it('the home page states the saving of the yearly plan: 9.89 of 59.88, two months', () => {
  const { listCents, savedCents, monthsFree } = yearlySaving()
  expect([formatPrice(listCents), formatPrice(savedCents), monthsFree]).toEqual(['$59.88', '$9.89', 2])
})
