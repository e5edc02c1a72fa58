import { describe, expect, it } from 'vitest'
import { isFreshOrder, isTooOldToPay, nextPaymentCheck } from './payment-checks.ts'

const START = new Date('2026-11-20T10:00:00Z')
const HOUR_MILLISECONDS = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS
const timeAfterStart = (milliseconds: number) => new Date(START.getTime() + milliseconds)

/** Times of all checks of an order that does not change, in milliseconds after its start. */
function checks(status: 'created' | 'capturing' | 'pending' | 'completed', until: number) {
  const order = { status, createdAt: START, paidAt: status === 'completed' ? START : null }
  const times: number[] = []
  let nextCheck = nextPaymentCheck(order, START)
  while (nextCheck && nextCheck.getTime() - START.getTime() <= until) {
    times.push(nextCheck.getTime() - START.getTime())
    nextCheck = nextPaymentCheck(order, nextCheck)
  }
  return times
}

describe('the next check with the provider', () => {
  it('comes ever later for an unpaid order, until the order is too old', () => {
    const minutes = checks('created', 3 * DAY_MILLISECONDS).map((milliseconds) => milliseconds / 60_000)
    expect(minutes.slice(0, 6)).toEqual([10, 20, 40, 80, 160, 320])
    expect(minutes.length).toBeLessThan(15)
    expect(
      isTooOldToPay({ status: 'created', createdAt: START, paidAt: null }, timeAfterStart(3 * DAY_MILLISECONDS)),
    ).toBe(true)
    expect(
      isTooOldToPay({ status: 'created', createdAt: START, paidAt: null }, timeAfterStart(3 * DAY_MILLISECONDS - 1)),
    ).toBe(false)
  })

  it('comes within a minute during a capture', () => {
    expect(checks('capturing', HOUR_MILLISECONDS)[0]).toBe(60_000)
  })

  it('continues for half a year after a payment, while a refund is possible', () => {
    const days = checks('completed', 400 * DAY_MILLISECONDS).map((milliseconds) => milliseconds / DAY_MILLISECONDS)
    expect(days).toEqual([1, 2, 4, 8, 16, 32, 62, 92, 122, 152, 182])
  })

  it('is never dropped while the outcome is open, however long the server was down', () => {
    for (const status of ['created', 'capturing', 'pending'] as const)
      expect(
        nextPaymentCheck({ status, createdAt: START, paidAt: null }, timeAfterStart(400 * DAY_MILLISECONDS)),
      ).not.toBeNull()
  })

  it('is absent if nothing can change, and never in the past after a clock change', () => {
    for (const status of ['declined', 'refunded', 'abandoned'] as const)
      expect(nextPaymentCheck({ status, createdAt: START, paidAt: null }, START)).toBeNull()
    expect(
      nextPaymentCheck({ status: 'created', createdAt: timeAfterStart(DAY_MILLISECONDS), paidAt: null }, START),
    ).toEqual(timeAfterStart(600_000))
  })
})

it('an order is fresh for an hour', () => {
  const capturing = { status: 'capturing', createdAt: START, paidAt: null } as const
  expect(isFreshOrder(capturing, timeAfterStart(HOUR_MILLISECONDS - 1))).toBe(true)
  expect(isFreshOrder(capturing, timeAfterStart(HOUR_MILLISECONDS))).toBe(false)
})
