import { expect, it } from 'vitest'
import { describeOnDatabases, EMBEDDED, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import type { DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { copyVideo } from '../testing/downloads.ts'
import { openPeople } from '../testing/people.ts'
import { openTestBackend, PRIVATE_IP_ADDRESS, unwrap } from '../testing/test-backend.ts'
import { cancelDownload, failClip } from './end-download.ts'
import { requestDownload } from './request-download.ts'

const REQUEST_COUNT = 50
const PUBLIC_IP_ADDRESS = '198.41.0.4'

/**
 * Concurrent requests need the real database. The embedded one runs statements one after the other, so that one round
 * is enough.
 */
const CONCURRENT_DATABASE = REAL_POSTGRES.skipped ? EMBEDDED : REAL_POSTGRES
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'

describeOnDatabases('fifty simultaneous requests, in $name', async (kind) => {
  const backend = await openTestBackend(kind)
  const roundCount = (inShort: number, atLength: number): number => {
    if (isFullRun) return kind === CONCURRENT_DATABASE ? atLength : inShort
    return kind === CONCURRENT_DATABASE ? inShort : 1
  }
  const runConcurrently = <T>(make: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: REQUEST_COUNT }, make))
  const createStrangers = () =>
    runConcurrently(async () => {
      const viewer = await backend.viewer()
      return { viewer, video: await backend.video(viewer) }
    })

  function requestAll(requesters: readonly { viewer: ViewerRecord; video: VideoRecord }[], ipAddress: string) {
    return Promise.all(
      requesters.map(({ viewer, video }) =>
        requestDownload(backend, { videoId: video.id, body: { quality: '360p' }, viewer, ipAddress }),
      ),
    )
  }

  /** Returns the accepted downloads. All others must be refused for the daily limit. */
  async function requestAccepted(...requests: Parameters<typeof requestAll>): Promise<DownloadRecord[]> {
    const outcomes = await requestAll(...requests)
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.code).toBe('daily_limit')
    return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.download] : []))
  }

  it('for five remaining units get exactly five, repeatedly', async () => {
    const { viewer } = await (await openPeople(backend)).signUp()
    const requesters = await runConcurrently(async () => ({ viewer, video: await backend.video(viewer) }))
    for (let roundIndex = 0; roundIndex < roundCount(3, 50); roundIndex++) {
      const downloads = await requestAccepted(requesters, PUBLIC_IP_ADDRESS)
      expect(downloads).toHaveLength(5)
      for (const { id } of downloads) await cancelDownload(backend, { id, viewer })
    }
    const periods = { day: '2026-11-20', month: '2026-11' }
    expect(await backend.database.records.quota.usage(viewer.id, periods)).toEqual({ today: 0, thisMonth: 0 })
  }, 120_000)

  it('for one video share one clip', async () => {
    const requesters = await createStrangers()
    for (let roundIndex = 0; roundIndex < roundCount(1, 20); roundIndex++) {
      const video = await backend.video(await backend.viewer())
      const sameVideoRequesters = await Promise.all(
        requesters.map(async ({ viewer }) => ({ viewer, video: await copyVideo(backend, video, viewer) })),
      )
      const outcomes = (await requestAll(sameVideoRequesters, PRIVATE_IP_ADDRESS)).map(unwrap)
      expect(new Set(outcomes.map(({ clip }) => clip.id)).size).toBe(1)
      for (const { download } of outcomes)
        await cancelDownload(backend, { id: download.id, viewer: { id: download.viewerId, kind: 'anonymous' } })
    }
  })

  it('of fifty strangers at one IP address get exactly three, repeatedly', async () => {
    const requesters = await createStrangers()
    for (let roundIndex = 0; roundIndex < roundCount(2, 3); roundIndex++) {
      const downloads = await requestAccepted(requesters, PUBLIC_IP_ADDRESS)
      expect(downloads).toHaveLength(3)
      const cancellations = downloads.map(({ id, viewerId }) =>
        Promise.all([1, 2].map(() => cancelDownload(backend, { id, viewer: { id: viewerId, kind: 'anonymous' } }))),
      )
      await Promise.all(cancellations)
    }
    const downloads = await requestAccepted(requesters, PRIVATE_IP_ADDRESS)
    expect(downloads).toHaveLength(REQUEST_COUNT)
  })

  it('return units of strangers and of their IP address together, during other requests', async () => {
    const ipAddress = '2001:500:2::c'
    const requesters = await createStrangers()
    const [first, second, ...furtherDownloads] = await requestAccepted(requesters, ipAddress)
    if (!first || !second) throw new Error('Nothing was taken.')
    await Promise.all([
      failClip(backend, { clipId: first.clipId, errorCode: 'clip_empty' }),
      failClip(backend, { clipId: first.clipId, errorCode: 'cut_failed' }),
      failClip(backend, { clipId: second.clipId, errorCode: 'cut_failed' }),
      ...furtherDownloads.map(({ id, viewerId }) =>
        cancelDownload(backend, { id, viewer: { id: viewerId, kind: 'anonymous' } }),
      ),
      requestAccepted(requesters.slice(0, 10), '2001:500:2:100::c'),
    ])
    // Viewers who got a download from the other IP address would get the same one again, so they are left out.
    expect(await requestAccepted(requesters.slice(10), ipAddress)).toHaveLength(3)
  })
})
