import { describe, expect, it } from 'vitest'
import { parsePlan } from './plan-spelling.ts'

describe('the spelling of a plan', () => {
  it('is understood in every form that was in use', () => {
    const recorded = ['free', 'pro', 'lifetime', 'FREE', 'MONTHLY', 'YEARLY', 'LIFETIME', 'PRO_MONTHLY', 'PRO_YEARLY']
    expect(recorded.map(parsePlan)).toEqual([
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
  })

  it('means nothing when it is another', () => {
    expect(['', 'gold', 'constructor', null, undefined].map(parsePlan)).toEqual([null, null, null, null, null])
  })
})
