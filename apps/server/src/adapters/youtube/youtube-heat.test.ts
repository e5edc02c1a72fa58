import { readFile } from 'node:fs/promises'
import { MAX_WAIT_MILLISECONDS } from '@kerf/standins/waits'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { heatInAnswer } from './answers/heat-answer.ts'
import { createInnertubeVisitors } from './steps/innertube-session.ts'
import { createHeatReader } from './youtube-heat.ts'

const signal = new AbortController().signal
const standin = await startYoutubeStandin({ seconds: 6, upToHeight: 360 })
afterAll(() => standin.close())
beforeEach(() => standin.reset())
const fetcher = openFetcher({
  upstreamProxy: new URL(standin.proxyUrl),
  extraCaPem: await readFile(standin.caPath, 'utf8'),
})
const egresses = createEgressPool({ proxies: [], clock: { now: () => new Date() } })
const openReader = () =>
  createHeatReader({ visitors: createInnertubeVisitors(fetcher), egresses, timeoutMilliseconds: MAX_WAIT_MILLISECONDS })

describe("YouTube's most-replayed graph", () => {
  it('is read once, and is empty for a video without one', async () => {
    const reader = openReader()
    expect(reader.cachedMarks(videoIds.ordinary)).toBeNull()
    const steps = await reader.read(videoIds.ordinary, signal)
    expect(steps).toHaveLength(20)
    expect(steps[6]).toEqual([6, 7, 1])
    expect(reader.cachedMarks(videoIds.ordinary)).toEqual(steps)
    await reader.read(videoIds.ordinary, signal)
    expect(standin.requests().filter(({ path }) => path.endsWith('/next'))).toHaveLength(1)
    expect(await reader.read(videoIds.captioned, signal)).toEqual([])
  })

  it('causes an expected failure if it cannot be read', async () => {
    standin.configureClient('all', { rateLimited: true })
    await expect(openReader().read(videoIds.ordinary, signal)).rejects.toMatchObject({ name: 'SourceReadError' })
  })

  const answerOf = (markers: unknown) => ({
    frameworkUpdates: {
      entityBatchUpdate: {
        mutations: [
          { payload: { macroMarkersListEntity: { markersList: { markerType: 'MARKER_TYPE_HEATMAP', markers } } } },
        ],
      },
    },
  })
  const marker = { startMillis: '0', durationMillis: '2130', intensityScoreNormalized: 0.5 }

  it.each([null, {}, [], { frameworkUpdates: { entityBatchUpdate: { mutations: [null, 1, {}] } } }, answerOf({})])(
    'is empty for %j',
    (answer) => {
      expect(heatInAnswer(answer)).toEqual([])
    },
  )

  it('leaves out invalid steps, and has at most five hundred', () => {
    const oddAnswers = [
      { startMillis: 'NaN' },
      { startMillis: '-1' },
      { intensityScoreNormalized: 1e9 },
      { durationMillis: null },
    ]
    const markers = [...oddAnswers.map((change) => ({ ...marker, ...change })), marker]
    expect(heatInAnswer(answerOf(markers)).filter(([, endTime]) => endTime > 0)).toEqual([[0, 2.13, 0.5]])
    expect(heatInAnswer(answerOf(Array(9_000).fill(marker)))).toHaveLength(500)
  })
})
