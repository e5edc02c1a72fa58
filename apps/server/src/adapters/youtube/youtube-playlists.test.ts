import { readFile } from 'node:fs/promises'
import { MAX_WAIT_MILLISECONDS } from '@kerf/standins/waits'
import { playlistIds } from '@kerf/standins/youtube/pages/playlists'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { playlistPageIn } from './answers/playlist-answers.ts'
import { createInnertubeVisitors } from './steps/innertube-session.ts'
import { createPlaylistReader } from './youtube-playlists.ts'

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
const openReader = () =>
  createPlaylistReader({
    visitors: createInnertubeVisitors(fetcher),
    egresses,
    now: () => now,
    timeoutMilliseconds: MAX_WAIT_MILLISECONDS,
  })
const browseCalls = () => standin.requests().filter(({ path }) => path.endsWith('/browse')).length

describe('a YouTube playlist', () => {
  it('has each video once, in order, and the number of missing ones', async () => {
    const videoOf = (reference: string, title: string, durationSeconds: number | null) => ({
      reference,
      title,
      channel: 'A channel',
      durationSeconds,
    })
    expect(await openReader()(playlistIds.ordinary, signal)).toEqual({
      ok: true,
      title: 'A list of the stand-in',
      videos: [
        videoOf(videoIds.ordinary, 'Stand-in test video', 20),
        videoOf(videoIds.captioned, 'With captions', 20),
        videoOf(videoIds.liveNow, 'Live now', null),
      ],
      unavailable: 2,
      isWhole: true,
    })
  })

  it('is read up to two hundred videos', async () => {
    const list = await openReader()(playlistIds.long, signal)
    if (!list.ok) throw new Error(list.code)
    expect(list.videos).toHaveLength(200)
    expect(list.videos.at(-1)?.title).toBe('Video 199')
    expect(list.isWhole).toBe(false)
    expect(browseCalls()).toBe(2)
  })

  it('stops after three requests if it is endless', async () => {
    expect(await openReader()(playlistIds.endless, signal)).toMatchObject({ ok: true, isWhole: false })
    expect(browseCalls()).toBe(3)
  })

  it('is read in the newer format', async () => {
    expect(await openReader()(playlistIds.newForm, signal)).toMatchObject({
      videos: [{ reference: videoIds.ordinary, title: 'Stand-in test video', durationSeconds: 20 }],
    })
  })

  it('is cached for ten minutes', async () => {
    const list = openReader()
    await Promise.all([list(playlistIds.ordinary, signal), list(playlistIds.ordinary, signal)])
    now += 500_000
    await list(playlistIds.ordinary, signal)
    expect(browseCalls()).toBe(1)
    now += 200_000
    await list(playlistIds.ordinary, signal)
    expect(browseCalls()).toBe(2)
  })

  it('is refused in terms of playlists if it is private', async () => {
    expect(await openReader()(playlistIds.private, signal)).toMatchObject({
      ok: false,
      code: 'youtube_playlist',
      cause: 'The playlist does not exist.',
    })
  })
})

describe('an answer about a playlist', () => {
  it.each([null, 7, 'text', [], { contents: 'none' }, { contents: { twoColumnBrowseResultsRenderer: null } }])(
    'lists nothing if its shape is unknown: %j',
    (answer) => {
      expect(playlistPageIn(answer)?.videos ?? []).toEqual([])
    },
  )

  it('lists only entries with a video id, and at most five hundred', () => {
    const pageOf = (entries: object[]) => playlistPageIn({ onResponseReceivedActions: entries })
    const entry = (changes: object) => ({ playlistVideoRenderer: { videoId: 'Listed00001', title: null, ...changes } })
    const page = pageOf([
      entry({ videoId: '--exec=evil' }),
      entry({ videoId: null }),
      entry({ lengthSeconds: '1e99' }),
      entry({ lengthSeconds: -5, title: { runs: [{ text: 'A\u202e title\n' }] } }),
    ])
    expect(page?.videos.map(({ title, durationSeconds }) => [title, durationSeconds])).toEqual([
      ['Listed00001', null],
      ['A  title', null],
    ])
    expect(pageOf(Array.from({ length: 9_000 }, () => entry({})))?.videos).toHaveLength(500)
  })
})
