import { readFile } from 'node:fs/promises'
import { MAX_WAIT_MILLISECONDS } from '@kerf/standins/waits'
import { clipIds } from '@kerf/standins/youtube/pages/clips'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { clipInPage, clipTargetIn, clipTimesIn } from './answers/clip-answers.ts'
import { createInnertubeVisitors } from './steps/innertube-session.ts'
import { createClipFinder } from './youtube-clips.ts'

const signal = new AbortController().signal
const standin = await startYoutubeStandin({ seconds: 6, upToHeight: 360 })
afterAll(() => standin.close())
beforeEach(() => standin.reset())
const fetcher = openFetcher({
  upstreamProxy: new URL(standin.proxyUrl),
  extraCaPem: await readFile(standin.caPath, 'utf8'),
})
const egresses = createEgressPool({ proxies: [], clock: { now: () => new Date() } })

let now = 0
const openFinder = () =>
  createClipFinder({
    visitors: createInnertubeVisitors(fetcher),
    fetcher,
    egresses,
    now: () => now,
    timeoutMilliseconds: MAX_WAIT_MILLISECONDS,
  })

describe('a YouTube clip of a user', () => {
  it('gives its video and times, with one request', async () => {
    const find = openFinder()
    const clip = { ok: true, reference: videoIds.ordinary, startTime: 2.5, endTime: 5.25 }
    expect(await Promise.all([find(clipIds.ordinary, signal), find(clipIds.ordinary, signal)])).toEqual([clip, clip])
    const calls = () => standin.requests().filter(({ path }) => path.includes('resolve_url')).length
    expect(calls()).toBe(1)
    now += 3_700_000
    await find(clipIds.ordinary, signal)
    expect(calls()).toBe(2)
  })

  it('is found on its page if the API call does not name it', async () => {
    expect(await openFinder()(clipIds.onlyOnPage, signal)).toEqual({
      ok: true,
      reference: videoIds.ordinary,
      startTime: 1,
      endTime: 4,
    })
  })

  it('is refused if it is gone, and requested again after a minute', async () => {
    const find = openFinder()
    expect(await find(clipIds.removed, signal)).toMatchObject({ ok: false })
    const { length } = standin.requests()
    await find(clipIds.removed, signal)
    expect(standin.requests()).toHaveLength(length)
    now += 61_000
    await find(clipIds.removed, signal)
    expect(standin.requests().length).toBeGreaterThan(length)
  })

  it('is refused as rate limited while YouTube answers 429', async () => {
    standin.configureClient('all', { rateLimited: true })
    expect(await openFinder()(clipIds.ordinary, signal)).toMatchObject({ ok: false, code: 'source_rate_limited' })
  })
})

describe('an answer about a clip', () => {
  it.each([
    null,
    [],
    'text',
    { endpoint: null },
    { endpoint: { watchEndpoint: { videoId: '--exec=evil' } } },
    { endpoint: { watchEndpoint: { videoId: 7 } } },
    { endpoint: { urlEndpoint: { url: 'https://evil.example/' } } },
  ])('names no video if its shape is unknown: %j', (answer) => {
    expect(clipTargetIn(answer)).toBeNull()
  })

  it.each([
    {},
    { clipConfig: {} },
    { clipConfig: { startTimeMs: '5000', endTimeMs: '5000' } },
    { clipConfig: { startTimeMs: '9000', endTimeMs: '5000' } },
    { clipConfig: { startTimeMs: '-1', endTimeMs: '5000' } },
    { clipConfig: { startTimeMs: 'NaN', endTimeMs: '5000' } },
    { clipConfig: { startTimeMs: '0', endTimeMs: '1e300' } },
  ])('names no times if its numbers are invalid: %j', (answer) => {
    expect(clipTimesIn(answer)).toBeNull()
  })

  it('is read quickly from a page of any length', () => {
    for (const page of [
      '{'.repeat(2_000_000),
      '"currentVideoEndpoint":{'.repeat(80_000),
      '"clipConfig":{'.repeat(99_999),
    ])
      expect(clipInPage(page)).toBeNull()
  })
})
