import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { describe, expect, it } from 'vitest'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { createCaches } from '../shared/caches.ts'
import type { Own } from '../shared/deps.ts'
import { refused } from '../shared/outcome.ts'
import { copyVideo, createFinishedDownload, requestDownloadOf } from '../testing/downloads.ts'
import { openTestBackend, type TestBackend, unwrap, withinTransactions } from '../testing/test-backend.ts'
import { describeDownload } from './describe-download.ts'
import { cancelDownload } from './end-download.ts'
import { openClip } from './files/open-clip.ts'
import { openDownloadZip } from './files/send-zip.ts'
import type { DownloadWithClip } from './request-download.ts'
import { runCutJob } from './run-cut-job.ts'

const backend = await openTestBackend()

const tryDownload = (video: VideoRecord, viewer: ViewerRecord, quality = '360p', deps = {}) =>
  requestDownloadOf({ ...backend, ...deps }, video, viewer, { quality })

const countAhead = ({ clip }: DownloadWithClip) => backend.database.records.cutQueue.countAhead(clip.jobId ?? '')

describe('a request', () => {
  it('is refused as the fourth of a day, and accepted after midnight UTC', async () => {
    const viewer = await backend.viewer()
    backend.clock.set(new Date('2026-11-20T23:59:00Z'))
    for (let i = 0; i < 3; i += 1)
      expect(await tryDownload(await backend.video(viewer), viewer)).toMatchObject({ ok: true })
    expect(await tryDownload(await backend.video(viewer), viewer)).toMatchObject({
      ok: false,
      code: 'daily_limit',
      retryAfterSeconds: 60,
      details: 'The limit resets at 2026-11-21T00:00:00.000Z.',
    })
    backend.clock.set(new Date('2026-11-21T00:00:00Z'))
    expect(await tryDownload(await backend.video(viewer), viewer)).toMatchObject({ ok: true })
  })

  it('is refused as the eleventh of a month', async () => {
    const viewer = await backend.viewer()
    for (let i = 0; i < 10; i += 1) {
      backend.clock.set(new Date(Date.UTC(2026, 10, 1 + Math.floor(i / 3), 8)))
      expect(await tryDownload(await backend.video(viewer), viewer)).toMatchObject({ ok: true })
    }
    backend.clock.set(new Date('2026-11-05T08:00:00Z'))
    expect(await tryDownload(await backend.video(viewer), viewer)).toMatchObject({ ok: false, code: 'monthly_limit' })
  })

  it('returns its unit once, to its own day, however often it is cancelled', async () => {
    const viewer = await backend.viewer()
    backend.clock.set(new Date('2026-11-10T23:59:00Z'))
    const { download } = unwrap(await tryDownload(await backend.video(viewer), viewer))
    backend.clock.set(new Date('2026-11-11T00:01:00Z'))
    await tryDownload(await backend.video(viewer), viewer)
    await Promise.all([1, 2, 3].map(() => cancelDownload(backend, { id: download.id, viewer })))
    const { quota } = backend.database.records
    expect(await quota.usage(viewer.id, { day: '2026-11-10', month: '2026-11' })).toEqual({ today: 0, thisMonth: 1 })
    expect(await quota.usage(viewer.id, { day: '2026-11-11', month: '2026-11' })).toEqual({ today: 1, thisMonth: 1 })
  })

  it('of a paying viewer goes before older ones of others, and has no limit', async () => {
    const [anonymous, stranger] = [await backend.viewer(), await backend.viewer()]
    const pro: ViewerRecord = { ...stranger, kind: 'pro' }
    const first = unwrap(await tryDownload(await backend.video(anonymous), anonymous))
    const second = unwrap(await tryDownload(await backend.video(pro), pro))
    expect(await countAhead(second)).toBeLessThan(await countAhead(first))
    const waitingJobs = await backend.database.records.cutQueue.listWaiting()
    for (const download of [first, second])
      expect(waitingJobs.indexOf(download.clip.jobId ?? '')).toBe(await countAhead(download))
    for (let i = 0; i < 12; i += 1) expect(await tryDownload(await backend.video(pro), pro)).toMatchObject({ ok: true })
  })

  it("of a paying viewer for a free viewer's waiting clip moves it forward, for both", async () => {
    const [first, second, stranger] = [await backend.viewer(), await backend.viewer(), await backend.viewer()]
    const earlierRequest = unwrap(await tryDownload(await backend.video(first), first))
    const video = await backend.video(second)
    const laterRequest = unwrap(await tryDownload(video, second))
    expect(await countAhead(laterRequest)).toBeGreaterThan(await countAhead(earlierRequest))
    const pro: ViewerRecord = { ...stranger, kind: 'pro' }
    const sharedRequest = await tryDownload(await copyVideo(backend, video, pro), pro)
    expect(sharedRequest).toMatchObject({ ok: true, value: { clip: { id: laterRequest.clip.id } } })
    expect(await countAhead(laterRequest)).toBeLessThan(await countAhead(earlierRequest))
  })

  it("shares another viewer's clip, whose work stops only when both are gone", async () => {
    backend.clock.set(new Date('2026-11-12T08:00:00Z'))
    const [firstViewer, secondViewer] = [await backend.viewer(), await backend.viewer()]
    const video = await backend.video(firstViewer)
    const firstRequest = unwrap(await tryDownload(video, firstViewer))
    const secondRequest = unwrap(await tryDownload(await copyVideo(backend, video, secondViewer), secondViewer))
    expect(secondRequest.clip.id).toBe(firstRequest.clip.id)
    expect(secondRequest.download.id).not.toBe(firstRequest.download.id)
    const status = async () => (await backend.database.records.clips.find(firstRequest.clip.id))?.status
    await cancelDownload(backend, { id: firstRequest.download.id, viewer: firstViewer })
    expect(await status()).toBe('queued')
    await cancelDownload(backend, { id: secondRequest.download.id, viewer: secondViewer })
    expect(await status()).toBe('cancelled')
  })

  it('for several ranges in one clip makes its own clip, shared by equal requests', async () => {
    const firstViewer: ViewerRecord = { ...(await backend.viewer()), kind: 'pro' }
    const secondViewer: ViewerRecord = { ...(await backend.viewer()), kind: 'pro' }
    const video = await backend.video(firstViewer, { startTime: 20, endTime: 30 })
    const otherVideo = await copyVideo(backend, video, secondViewer)
    const requestJoined = async (video: VideoRecord, viewer: ViewerRecord, ranges: TimeRange[]) =>
      unwrap(await requestDownloadOf(backend, video, viewer, { ranges }))
    const ranges = [
      { startTime: 50.0004, endTime: 60 },
      { startTime: 3, endTime: 5.5 },
    ]
    const first = await requestJoined(video, firstViewer, ranges)
    expect(first.clip).toMatchObject({
      ranges: [
        { startTime: 50, endTime: 60 },
        { startTime: 3, endTime: 5.5 },
      ],
    })
    expect((await requestJoined(video, firstViewer, ranges)).download.id).toBe(first.download.id)
    expect((await requestJoined(otherVideo, secondViewer, ranges)).clip.id).toBe(first.clip.id)
    expect((await requestJoined(video, firstViewer, ranges.toReversed())).clip.id).not.toBe(first.clip.id)
    expect(await tryDownload(video, firstViewer)).toMatchObject({ ok: true, value: { clip: { ranges: [video.trim] } } })
  })

  it('for its own range uses that one, whatever was saved with the video meanwhile', async () => {
    const viewer = await backend.viewer()
    const video = await backend.video(viewer, { startTime: 20, endTime: 30 })
    const range = { startTime: 5, endTime: 9 }
    const body = { quality: '360p', ranges: [range] }
    const finishedRequest = unwrap(await requestDownloadOf(backend, video, viewer, body))
    expect(finishedRequest.clip.ranges).toEqual([range])
    await backend.database.records.videos.setTrim(video.id, range)
    expect(unwrap(await tryDownload(video, viewer)).download.id).toBe(finishedRequest.download.id)
  })

  it('is refused if the disk is full', async () => {
    const viewer = await backend.viewer()
    const files = { ...backend.files, freeBytes: async () => 1000 }
    expect(await tryDownload(await backend.video(viewer), viewer, '360p', { files })).toMatchObject(
      refused('storage_full'),
    )
  })

  it('leaves no download and no unit if the queue fails', async () => {
    const viewer = await backend.viewer()
    const video = await backend.video(viewer)
    const brokenDatabase = withinTransactions(backend, ({ cutQueue }) => ({
      cutQueue: { ...cutQueue, enqueue: () => Promise.reject(new Error('queue is gone')) },
    }))
    await expect(tryDownload(video, viewer, '360p', { database: brokenDatabase })).rejects.toThrow('queue is gone')
    expect(await backend.database.records.downloads.listForVideo(video.id, viewer.id)).toEqual([])
    expect(await backend.database.records.quota.usage(viewer.id, { day: '2026-11-12', month: '2026-11' })).toEqual({
      today: 0,
      thisMonth: 0,
    })
    expect(await tryDownload(video, viewer)).toMatchObject({ ok: true })
  })
})

it('all waiting clients share one queue read per second, and a new job is included', async () => {
  const { records } = backend.database
  let readCount = 0
  const listWaiting = () => {
    readCount += 1
    return records.cutQueue.listWaiting()
  }
  const countingRecords = { ...records, cutQueue: { ...records.cutQueue, listWaiting } }
  const database = { ...backend.database, records: countingRecords }
  const deps = { ...backend, database, caches: createCaches(database) }
  const pro: ViewerRecord = { ...(await backend.viewer()), kind: 'pro' }
  const requestDownloadOfPro = async () => unwrap(await tryDownload(await backend.video(pro), pro))
  const [firstRequest, secondRequest] = [await requestDownloadOfPro(), await requestDownloadOfPro()]
  const descriptions = await Promise.all(
    [...Array(20).fill(firstRequest), secondRequest].map((request) => describeDownload(deps, request)),
  )
  expect(readCount).toBe(1)
  expect(descriptions.at(-1)?.position).toBeGreaterThan(descriptions[0]?.position ?? 0)
  const lateRequest = await requestDownloadOfPro()
  expect((await describeDownload(deps, lateRequest)).position).toBe((await countAhead(lateRequest)) + 1)
})

describe('a clip whose file is lost, as after a restore', () => {
  const { signal } = new AbortController()
  const openers = {
    'the file': openClip,
    'the zip': (deps: TestBackend, own: Own) => openDownloadZip(deps, { ...own, signal }),
  }

  it.each(Object.entries(openers))('is recut for a new request after %s was refused', async (_, open) => {
    backend.clock.set(new Date('2026-11-20T12:00:00Z'))
    const viewer = await backend.viewer()
    const lostDownload = await createFinishedDownload(backend, viewer)
    await backend.files.delete(`${lostDownload.clip.id}.mp4`)
    expect(await open(backend, { id: lostDownload.download.id, viewer })).toEqual(refused('expired'))
    const secondRequest = unwrap(await tryDownload(lostDownload.video, viewer))
    expect(secondRequest.clip).toMatchObject({ status: 'queued' })
    await runCutJob(backend, { clipId: secondRequest.clip.id, signal })
    expect(await openClip(backend, { id: secondRequest.download.id, viewer })).toMatchObject({ ok: true })
  })
})
