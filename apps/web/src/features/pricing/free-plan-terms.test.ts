import { FREE_MAX_QUALITIES } from '@kerf/domain/quality-access'
import { describe, expect, it } from 'vitest'
import { freeTermsIn } from './free-plan-terms.ts'

describe('what the server says about Free', () => {
  it('is taken as it is set', () => {
    for (const freeMaxQuality of FREE_MAX_QUALITIES)
      expect(freeTermsIn({ plans: [], freeMaxQuality, freeDailyLimit: 12, payments: true })).toEqual({
        maxQuality: freeMaxQuality,
        dailyLimit: 12,
      })
  })

  it('is not taken from an answer that is something else', () => {
    for (const answer of [
      null,
      'Bad Gateway',
      {},
      { freeMaxQuality: '8K', freeDailyLimit: 5 },
      { freeMaxQuality: '360p' },
    ])
      expect(freeTermsIn(answer)).toBeNull()
  })
})
