import { describe, expect, it } from 'vitest'
import { QUALITY_IDS } from '../formats/quality.ts'
import { limitsWithoutPlans, NO_LIMITS, qualityAccessWithoutPlans } from './limits-without-plans.ts'
import { VIEWER_KINDS } from './viewer.ts'

describe('if nothing is sold,', () => {
  it.each(VIEWER_KINDS)('%s has no limit and every quality until an admin sets a limit', (kind) => {
    expect(limitsWithoutPlans(kind, NO_LIMITS)).toEqual({
      dailyLimit: null,
      monthlyLimit: null,
      longestClipSeconds: null,
    })
    for (const quality of QUALITY_IDS)
      expect(qualityAccessWithoutPlans(kind, quality, NO_LIMITS)).toEqual({ allowed: true })
  })

  it('limits apply to strangers and accounts, not to admins and earlier payers', () => {
    const limits = { ...NO_LIMITS, strangerDailyLimit: 2, accountDailyLimit: 20, longestClipMinutes: 10 }
    const limitsOf = (kind: (typeof VIEWER_KINDS)[number]) => {
      const { dailyLimit, longestClipSeconds } = limitsWithoutPlans(kind, limits)
      return [dailyLimit, longestClipSeconds]
    }
    expect(VIEWER_KINDS.map(limitsOf)).toEqual([
      [2, 600],
      [20, 600],
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  it('a best quality for strangers allows audio and lower ones, and asks for an account above it', () => {
    const accessOf = (kind: 'anonymous' | 'free') =>
      QUALITY_IDS.filter((quality) => qualityAccessWithoutPlans(kind, quality, { strangerMaxQuality: '480p' }).allowed)
    expect(accessOf('anonymous')).toEqual(['480p', '360p', 'audio'])
    expect(accessOf('free')).toEqual([...QUALITY_IDS])
    expect(qualityAccessWithoutPlans('anonymous', '720p', { strangerMaxQuality: '480p' })).toEqual({
      allowed: false,
      reason: 'needs_account',
    })
  })
})
