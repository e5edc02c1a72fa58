import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clockedFetch, serverNow } from './server-clock.ts'

const HOUR_MILLISECONDS = 3_600_000
const LOCAL_TIME = Date.parse('2026-11-28T12:00:00.400Z')
const fetchFn = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers({ now: LOCAL_TIME })
  vi.stubGlobal('fetch', fetchFn)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Fetches an answer of a server whose clock is ahead by `aheadMs`. The answer takes `latencyMs` to arrive. */
async function fetchAnswer(aheadMs: number, headers: Record<string, string> = {}, latencyMs = 0) {
  fetchFn.mockImplementationOnce(async () => {
    const date = new Date(Date.now() + aheadMs).toUTCString()
    vi.advanceTimersByTime(latencyMs)
    return new Response('', { headers: { date, 'cache-control': 'private, no-store', ...headers } })
  })
  await clockedFetch('/api/anything')
}

const offsetMs = () => serverNow() - Date.now()

it("the page uses the server's time, whatever the visitor's clock says", async () => {
  for (const aheadMs of [26 * HOUR_MILLISECONDS, -3 * HOUR_MILLISECONDS, 10 * 365 * 24 * HOUR_MILLISECONDS]) {
    await fetchAnswer(aheadMs)
    expect(Math.abs(offsetMs() - aheadMs)).toBeLessThanOrEqual(1000)
  }
  await fetchAnswer(0)
  expect(offsetMs()).toBe(0)
})

it('a slow answer changes neither a correct clock nor an offset that agrees with it', async () => {
  await fetchAnswer(0, {}, 20_000)
  expect(offsetMs()).toBe(0)
  await fetchAnswer(HOUR_MILLISECONDS)
  const firstOffset = offsetMs()
  await fetchAnswer(HOUR_MILLISECONDS, {}, 20_000)
  expect(offsetMs()).toBe(firstOffset)
})

it('cached answers do not set the time', async () => {
  await fetchAnswer(0)
  await fetchAnswer(-HOUR_MILLISECONDS, { 'cache-control': 'private, max-age=3600' })
  await fetchAnswer(-HOUR_MILLISECONDS, { age: '3600' })
  await fetchAnswer(0, { date: 'soon' })
  expect(offsetMs()).toBe(0)
})
