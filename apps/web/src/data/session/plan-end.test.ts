import type { User } from '@kerf/contract/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockedFetch } from '../../browser/server-clock.ts'
import { followPlanEnd, millisecondsUntilPlanEnd } from './plan-end.ts'
import { createSessionStore } from './session-store.ts'

const NOW = Date.UTC(2026, 10, 21, 10)
const HOUR_MILLISECONDS = 3_600_000
const userOn = (subscription: User['subscription'], endsInMs: number | null): User =>
  ({
    id: 'a',
    role: 'user',
    subscription,
    subscriptionExpiresAt: endsInMs === null ? null : new Date(NOW + endsInMs).toISOString(),
  }) as User

describe('an open page', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW }))
  afterEach(() => vi.useRealTimers())

  /** Page of a signed-in user. The server first returns `user`, and afterwards `laterUser`. */
  async function pageOf(user: User, laterUser: User) {
    let requests = 0
    const store = createSessionStore({
      mayBeSignedIn: () => true,
      loadUser: async () => {
        requests += 1
        return requests === 1 ? user : laterUser
      },
    })
    await store.refresh()
    const plan = () => {
      const session = store.current()
      return session.state === 'signed_in' ? session.user.subscription : null
    }
    return { stop: followPlanEnd(store), plan, countRequests: () => requests }
  }

  async function learnServerTime(milliseconds: number) {
    const headers = { date: new Date(milliseconds).toUTCString(), 'cache-control': 'no-store' }
    vi.stubGlobal('fetch', async () => new Response('', { headers }))
    await clockedFetch('/api/anything')
    vi.unstubAllGlobals()
  }

  it('shows Free from the end of the plan on', async () => {
    const page = await pageOf(userOn('pro-monthly', HOUR_MILLISECONDS), userOn('free', null))
    await vi.advanceTimersByTimeAsync(HOUR_MILLISECONDS - 1)
    expect([page.plan(), page.countRequests()]).toEqual(['pro-monthly', 1])
    await vi.advanceTimersByTimeAsync(1001)
    expect([page.plan(), page.countRequests()]).toEqual(['free', 2])
    page.stop()
  })

  it('shows Free from the end of the plan in server time, whatever its own clock says', async () => {
    await learnServerTime(Date.now() - 48 * HOUR_MILLISECONDS)
    const page = await pageOf(userOn('pro-monthly', HOUR_MILLISECONDS - 48 * HOUR_MILLISECONDS), userOn('free', null))
    await vi.advanceTimersByTimeAsync(HOUR_MILLISECONDS + 2000)
    expect(page.plan()).toBe('free')
    page.stop()
    await learnServerTime(Date.now())
  })

  it('waits for an end that is further away than timers reach', async () => {
    const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS
    const page = await pageOf(userOn('pro-yearly', 300 * DAY_MILLISECONDS), userOn('free', null))
    await vi.advanceTimersByTimeAsync(299 * DAY_MILLISECONDS)
    expect([page.plan(), page.countRequests()]).toEqual(['pro-yearly', 1])
    await vi.advanceTimersByTimeAsync(DAY_MILLISECONDS + 1000)
    expect(page.plan()).toBe('free')
    page.stop()
  })

  it('waits for the new end of an extended plan, and stops when nobody subscribes', async () => {
    const page = await pageOf(userOn('pro-monthly', HOUR_MILLISECONDS), userOn('pro-monthly', 2 * HOUR_MILLISECONDS))
    await vi.advanceTimersByTimeAsync(HOUR_MILLISECONDS + 1000)
    expect(page.countRequests()).toBe(2)
    page.stop()
    await vi.advanceTimersByTimeAsync(2 * HOUR_MILLISECONDS)
    expect(page.countRequests()).toBe(2)
  })

  it("does not poll if its clock is ahead of the server's", async () => {
    const page = await pageOf(userOn('pro-monthly', HOUR_MILLISECONDS), userOn('pro-monthly', HOUR_MILLISECONDS))
    await vi.advanceTimersByTimeAsync(2 * HOUR_MILLISECONDS)
    expect(page.countRequests()).toBe(2)
    page.stop()
  })
})

it('strangers, ended plans and plans without an end have no remaining time', () => {
  for (const user of [userOn('lifetime', null), userOn('free', null), userOn('pro-monthly', -1)])
    expect(millisecondsUntilPlanEnd({ state: 'signed_in', user }, NOW)).toBe(null)
  expect(millisecondsUntilPlanEnd({ state: 'signed_out' }, NOW)).toBe(null)
  expect(millisecondsUntilPlanEnd({ state: 'signed_in', user: userOn('pro-monthly', HOUR_MILLISECONDS) }, NOW)).toBe(
    HOUR_MILLISECONDS,
  )
})
