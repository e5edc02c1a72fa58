import { describe, expect, it } from 'vitest'
import { quotaDecision, quotaLimits, quotaPeriods } from './quota.ts'

const NOON = new Date('2026-12-31T12:00:00Z')

describe('quota', () => {
  it('lets a stranger download three times a day', () => {
    const limits = quotaLimits('anonymous')
    expect(quotaDecision(limits, { today: 2, thisMonth: 2 }, NOON)).toEqual({ allowed: true })
    expect(quotaDecision(limits, { today: 3, thisMonth: 3 }, NOON)).toEqual({
      allowed: false,
      reason: 'daily_limit',
      resetsAt: new Date('2027-01-01T00:00:00Z'),
    })
  })

  it('names the month if both limits are reached, because midnight would not help', () => {
    const decision = quotaDecision(
      quotaLimits('anonymous'),
      { today: 3, thisMonth: 10 },
      new Date('2026-11-20T23:59:59Z'),
    )
    expect(decision).toEqual({ allowed: false, reason: 'monthly_limit', resetsAt: new Date('2026-12-01T00:00:00Z') })
  })

  it('lets a free account use the configured number', () => {
    expect(quotaLimits('free').dailyLimit).toBe(5)
    expect(quotaLimits('free', 2)).toEqual({ dailyLimit: 2, monthlyLimit: null })
  })

  it.each(['pro', 'lifetime', 'admin'] as const)('has no limit for %s', (kind) => {
    expect(quotaDecision(quotaLimits(kind), { today: 1e6, thisMonth: 1e6 }, NOON)).toEqual({ allowed: true })
  })

  it('has days and months in UTC, in any time zone', () => {
    expect(quotaPeriods(new Date('2026-11-30T23:30:00-02:00'))).toEqual({ day: '2026-12-01', month: '2026-12' })
  })
})
