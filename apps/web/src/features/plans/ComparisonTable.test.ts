import { describe, expect, it } from 'vitest'
import { USUAL_PLAN_TERMS } from '../../data/plans/plan-terms.ts'
import { comparisonRows } from './ComparisonTable.tsx'

describe('Free and Pro, side by side', () => {
  it('says what the specification says', () => {
    expect(comparisonRows(USUAL_PLAN_TERMS)).toEqual([
      ['Video quality', '360p only', 'up to 4K'],
      ['Downloads per day', '5', 'unlimited'],
      ['Audio downloads', 'yes', 'yes'],
      ['Batch, priority processing, advanced trimming', 'no', 'yes'],
      ['Support', 'Community', 'Priority'],
      ['Ads', 'Yes', 'No'],
    ])
  })

  it('follows the operator who gives more', () => {
    const [quality, perDay] = comparisonRows({ ...USUAL_PLAN_TERMS, maxQuality: '720p', dailyLimit: 12 })
    expect([quality?.[1], perDay?.[1]]).toEqual(['up to 720p', '12'])
  })
})
