import { describe, expect, it } from 'vitest'
import { type AttemptLimit, waitBeforeAttempt } from './attempt-limits.ts'

const LIMIT: AttemptLimit = { freeAttempts: 3, firstWaitSeconds: 10, maxWaitSeconds: 60, forgetAfterSeconds: 600 }
const NOW = new Date('2026-11-20T12:00:00Z')
const pastAttempts = (count: number, secondsAgo = 0) => ({ count, lastAt: new Date(NOW.getTime() - secondsAgo * 1000) })

describe('a caller who tries again and again', () => {
  it('may try freely at first, then waits twice as long each time, up to a limit', () => {
    expect(waitBeforeAttempt(LIMIT, null, NOW)).toBe(0)
    expect(waitBeforeAttempt(LIMIT, pastAttempts(2), NOW)).toBe(0)
    expect([3, 4, 5, 6, 60].map((count) => waitBeforeAttempt(LIMIT, pastAttempts(count), NOW))).toEqual([
      10, 20, 40, 60, 60,
    ])
  })

  it('waits while time passes, and starts afresh after a long pause', () => {
    expect(waitBeforeAttempt(LIMIT, pastAttempts(3, 9.5), NOW)).toBe(1)
    expect(waitBeforeAttempt(LIMIT, pastAttempts(3, 10), NOW)).toBe(0)
    expect(waitBeforeAttempt(LIMIT, pastAttempts(60, 600), NOW)).toBe(0)
  })

  it('never waits longer because a clock was set back', () => {
    expect(waitBeforeAttempt(LIMIT, pastAttempts(3, -599), NOW)).toBe(10)
    expect(waitBeforeAttempt(LIMIT, pastAttempts(60, -599), NOW)).toBe(60)
    expect(waitBeforeAttempt(LIMIT, pastAttempts(60, -86_400), NOW)).toBe(0)
  })
})
