import type { Quota } from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { describeReset, describeTooLong, tightestLimit } from './quota-reading.ts'

const quota = (daily: number, monthly: number): Quota => ({
  viewer: 'anonymous',
  quota: { dailyDownloads: daily, monthlyDownloads: monthly },
  limits: { dailyLimit: 3, monthlyLimit: 10, longestClipSeconds: null },
  resetsAt: { daily: '2026-11-21T00:00:00.000Z', monthly: '2026-12-01T00:00:00.000Z' },
})

describe('the quota', () => {
  it('shows the limit that is reached first, the month if both are used up, and none without limits', () => {
    expect(tightestLimit(quota(1, 1))).toMatchObject({ period: 'daily', left: 2 })
    expect(tightestLimit(quota(1, 9))).toMatchObject({ period: 'monthly', left: 1 })
    expect(tightestLimit(quota(3, 10))?.period).toBe('monthly')
    expect(
      tightestLimit({ ...quota(9, 99), limits: { dailyLimit: null, monthlyLimit: null, longestClipSeconds: null } }),
    ).toBeNull()
  })

  it('states the longest clip if the ranges together are longer', () => {
    const limitedQuota: Quota = { ...quota(0, 0), limits: { ...quota(0, 0).limits, longestClipSeconds: 600 } }
    const ranges = [
      { startTime: 0, endTime: 400 },
      { startTime: 500, endTime: 700 },
    ]
    expect(describeTooLong(limitedQuota, ranges)).toBeUndefined()
    expect(describeTooLong(limitedQuota, [...ranges, { startTime: 800, endTime: 801 }])).toBe(
      'Clips can be up to 10:00 long here',
    )
    expect(describeTooLong(quota(0, 0), [{ startTime: 0, endTime: 90_000 }])).toBeUndefined()
    expect(describeTooLong(null, ranges)).toBeUndefined()
  })

  it("states its reset in the viewer's own time", () => {
    const now = new Date('2026-11-20T22:14:00Z')
    const words = describeReset(new Date('2026-11-21T00:00:00Z'), now, 'en-GB', 'Europe/Berlin')
    expect(words).toBe('Resets tomorrow 01:00, in 1 h 46 min.')
  })
})
