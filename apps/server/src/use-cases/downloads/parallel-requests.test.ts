import { expect, it } from 'vitest'
import { describeOnDatabases, EMBEDDED, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import type { DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { sameVideo } from '../testing/downloads.ts'
import { openPeople } from '../testing/people.ts'
import { ADDRESS, accepted, openWorkbench } from '../testing/workbench.ts'
import { cancelDownload, failClip } from './end-download.ts'
import { requestDownload } from './request-download.ts'

const AT_ONCE = 50
const PUBLIC_ADDRESS = '198.41.0.4'

/**
 * Concurrent requests need the real database. The embedded one runs statements one after the other, so that one round
 * is enough.
 */
const MEETING = REAL_POSTGRES.skipped ? EMBEDDED : REAL_POSTGRES
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describeOnDatabases('fifty simultaneous requests, in $name', async (kind) => {
  const bench = await openWorkbench(kind)
  const times = (inShort: number, atLength: number): number => {
    if (isAtLength) return kind === MEETING ? atLength : inShort
    return kind === MEETING ? inShort : 1
  }
  const many = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, make))
  const strangers = () =>
    many(async () => {
      const viewer = await bench.viewer()
      return { viewer, video: await bench.video(viewer) }
    })

  function requestAll(requesters: readonly { viewer: ViewerRecord; video: VideoRecord }[], address: string) {
    return Promise.all(
      requesters.map(({ viewer, video }) =>
        requestDownload(bench, { videoId: video.id, body: { quality: '360p' }, viewer, address }),
      ),
    )
  }

  /** Returns the accepted downloads. All others must be refused for the daily limit. */
  async function acceptedOf(...requests: Parameters<typeof requestAll>): Promise<DownloadRecord[]> {
    const outcomes = await requestAll(...requests)
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.code).toBe('daily_limit')
    return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.download] : []))
  }

  it('with five left exactly five are taken, over and over', async () => {
    const { viewer } = await (await openPeople(bench)).signUp()
    const requesters = await many(async () => ({ viewer, video: await bench.video(viewer) }))
    for (let round = 0; round < times(3, 50); round++) {
      const downloads = await acceptedOf(requesters, PUBLIC_ADDRESS)
      expect(downloads).toHaveLength(5)
      for (const { id } of downloads) await cancelDownload(bench, { id, viewer })
    }
    const periods = { day: '2026-11-20', month: '2026-11' }
    expect(await bench.database.records.quota.used(viewer.id, periods)).toEqual({ today: 0, thisMonth: 0 })
  }, 120_000)

  it('for one video share one clip', async () => {
    const requesters = await strangers()
    for (let round = 0; round < times(1, 20); round++) {
      const video = await bench.video(await bench.viewer())
      const same = await Promise.all(
        requesters.map(async ({ viewer }) => ({ viewer, video: await sameVideo(bench, video, viewer) })),
      )
      const outcomes = (await requestAll(same, ADDRESS)).map(accepted)
      expect(new Set(outcomes.map(({ clip }) => clip.id)).size).toBe(1)
      for (const { download } of outcomes)
        await cancelDownload(bench, { id: download.id, viewer: { id: download.viewerId, kind: 'anonymous' } })
    }
  })

  it('of fifty strangers at one address exactly three get theirs, again and again', async () => {
    const requesters = await strangers()
    for (let round = 0; round < times(2, 3); round++) {
      const downloads = await acceptedOf(requesters, PUBLIC_ADDRESS)
      expect(downloads).toHaveLength(3)
      const cancellations = downloads.map(({ id, viewerId }) =>
        Promise.all([1, 2].map(() => cancelDownload(bench, { id, viewer: { id: viewerId, kind: 'anonymous' } }))),
      )
      await Promise.all(cancellations)
    }
    const downloads = await acceptedOf(requesters, ADDRESS)
    expect(downloads).toHaveLength(AT_ONCE)
  })

  it('units of strangers and of their address are returned together, whatever else is requested meanwhile', async () => {
    const address = '2001:500:2::c'
    const requesters = await strangers()
    const [first, second, ...others] = await acceptedOf(requesters, address)
    if (!first || !second) throw new Error('Nothing was taken.')
    await Promise.all([
      failClip(bench, { clipId: first.clipId, errorCode: 'clip_empty' }),
      failClip(bench, { clipId: first.clipId, errorCode: 'cut_failed' }),
      failClip(bench, { clipId: second.clipId, errorCode: 'cut_failed' }),
      ...others.map(({ id, viewerId }) => cancelDownload(bench, { id, viewer: { id: viewerId, kind: 'anonymous' } })),
      acceptedOf(requesters.slice(0, 10), '2001:500:2:100::c'),
    ])
    // Viewers who got a download from the other address would get the same one again, so they are left out.
    expect(await acceptedOf(requesters.slice(10), address)).toHaveLength(3)
  })
})
