import type { Quota } from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { usageReadings } from './usage-reading.ts'

const QUOTA: Quota = {
  viewer: 'free',
  quota: { dailyDownloads: 3, monthlyDownloads: 41 },
  limits: { dailyLimit: 5, monthlyLimit: null, longestClipSeconds: null },
  resetsAt: { daily: '2026-11-21T00:00:00.000Z', monthly: '2026-12-01T00:00:00.000Z' },
}

describe('the usage display', () => {
  it('shows each count with its limit and reset time', () => {
    expect(usageReadings(QUOTA)).toEqual([
      { period: 'daily', used: 3, limit: 5, resetsAt: QUOTA.resetsAt.daily },
      { period: 'monthly', used: 41, limit: null, resetsAt: QUOTA.resetsAt.monthly },
    ])
  })

  it('shows the recorded limits of three a day and ten a month without a quota', () => {
    expect(usageReadings(undefined)).toEqual([
      { period: 'daily', used: null, limit: 3, resetsAt: null },
      { period: 'monthly', used: null, limit: 10, resetsAt: null },
    ])
  })
})
