import { MAX_BATCH_ITEMS, MAX_CLIPS_IN_WORK } from '@kerf/domain/access/quota'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClipRequest, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { cancelDownload } from '../downloads/end-download.ts'
import { newId } from '../shared/new-id.ts'
import { refused } from '../shared/outcome.ts'
import { batchesOf, createPayingViewer, itemOf, threeItemsOf } from '../testing/batches.ts'
import { copyVideo, createDownload, requestDownloadOf } from '../testing/downloads.ts'
import { openTestBackend, PRIVATE_IP_ADDRESS, withinTransactions } from '../testing/test-backend.ts'
import { createBatch } from './create-batch.ts'
import { cancelBatch } from './describe-batch.ts'

const NOON = new Date('2026-11-20T12:00:00Z')

let pro: ViewerRecord
let video: VideoRecord
const backend = await openTestBackend()
const batches = batchesOf(backend)
beforeEach(async () => {
  ;({ viewer: pro, video } = await createPayingViewer(backend))
})

const requestBatch = (viewer: ViewerRecord | null = pro, items = threeItemsOf(video)) =>
  createBatch(backend, { body: { items }, viewer, ipAddress: PRIVATE_IP_ADDRESS })
const readUsage = () => backend.database.records.quota.usage(pro.id, { day: '2026-11-20', month: '2026-11' })

describe('a batch', () => {
  it('keeps its order, with one download and range per item, and leaves the saved range', async () => {
    const { batch, downloads } = await batches.take(pro, [
      itemOf(video, 20, 30),
      itemOf(video, 0, 2.0004),
      itemOf(video, 5, 8.5, 'Audio Only'),
    ])
    expect(downloads.map(({ download }) => download.batch)).toEqual(
      [0, 1, 2].map((position) => ({ id: batch.id, position })),
    )
    expect(downloads.map(({ clip }) => [clip.ranges[0]!.startTime, clip.ranges[0]!.endTime, clip.format])).toEqual([
      [20, 30, 'mp4'],
      [0, 2, 'mp4'],
      [5, 8.5, 'mp3'],
    ])
    expect(await backend.database.records.videos.find(video.id, pro.id)).toEqual(video)
    const jobs = await backend.unfinishedJobIds()
    for (const { clip } of downloads) expect(jobs).toContain(clip.jobId)
    expect(await readUsage()).toEqual({ today: 3, thisMonth: 3 })
    expect((await batches.read({ batch, downloads })).description).toMatchObject({
      id: batch.id,
      status: 'processing',
      progress: 0,
      etaSeconds: null,
      completed: 0,
      failed: 0,
      total: 3,
      fileName: 'kerf_batch_2026-11-20.zip',
      fileSize: null,
      expiresAt: null,
      downloads: [{ startTime: 20, title: 'A video', url: 'https://youtu.be/x' }, { startTime: 0 }, { format: 'mp3' }],
    })
  })

  it('is for payers only', async () => {
    for (const viewer of [null, { ...pro, kind: 'anonymous' }, { ...pro, kind: 'free' }] as const)
      expect(await requestBatch(viewer)).toEqual({ ok: false, code: 'pro_feature' })
    for (const kind of ['pro', 'lifetime', 'admin'] as const)
      expect(await requestBatch({ ...pro, kind })).toMatchObject({ ok: true })
  })

  it.each([
    [
      'another’s video',
      async () => ({ videoId: (await backend.video(await backend.viewer())).id }),
      'not_found',
      'item 3',
    ],
    ['no video', async () => ({ videoId: newId() }), 'not_found', 'item 3'],
    ['a range outside the video', async () => ({ endTime: 101 }), 'invalid_trim', 'item 3: outside_video'],
    ['a reversed range', async () => ({ startTime: 31 }), 'invalid_trim', 'item 3: end_before_start'],
    ['an unknown quality', async () => ({ quality: '144p' }), 'unknown_quality', 'item 3'],
    ['a quality that is not offered', async () => ({ quality: '1080p' }), 'quality_unavailable', 'item 3'],
  ])('is refused as a whole with %s among its items', async (_description, change, code, details) => {
    const changedFields: object = await change()
    const items = threeItemsOf(video).map((item, position) => (position === 2 ? { ...item, ...changedFields } : item))
    expect(await requestBatch(pro, items)).toEqual({ ok: false, code, details })
    expect(await backend.database.records.downloads.listForVideo(video.id, pro.id)).toEqual([])
    expect(await readUsage()).toEqual({ today: 0, thisMonth: 0 })
  })

  it('is refused if the disk has no room for all of it', async () => {
    const freeBytes = async () => 300 * 1024 * 1024
    const crowdedDeps = { ...backend, files: { ...backend.files, freeBytes } }
    const renditions = video.details.renditions.map((rendition) => ({ ...rendition, sizeBytes: 1e9 }))
    video = { ...video, id: newId(), details: { ...video.details, renditions } }
    await backend.database.records.videos.insert(video)
    expect(
      await createBatch(crowdedDeps, {
        body: { items: [itemOf(video, 0, 2)] },
        viewer: pro,
        ipAddress: PRIVATE_IP_ADDRESS,
      }),
    ).toMatchObject({
      ok: true,
    })
    expect(
      await createBatch(crowdedDeps, {
        body: { items: threeItemsOf(video) },
        viewer: pro,
        ipAddress: PRIVATE_IP_ADDRESS,
      }),
    ).toMatchObject(refused('storage_full'))
  })

  it('is refused while its viewer has a hundred clips in work', async () => {
    const fullBatch = (start: number) => Array.from({ length: MAX_BATCH_ITEMS }, () => itemOf(video, start, start + 2))
    const firstBatch = await batches.take(pro, fullBatch(0))
    for (let count = MAX_BATCH_ITEMS; count < MAX_CLIPS_IN_WORK; count += MAX_BATCH_ITEMS)
      await batches.take(pro, fullBatch(count / MAX_BATCH_ITEMS))
    const refusal = { ok: false, code: 'too_many_requests', retryAfterSeconds: 60 }
    expect(await requestBatch()).toEqual(refusal)
    expect(await requestDownloadOf(backend, video, pro)).toEqual(refusal)
    const secondPayer = await createPayingViewer(backend)
    expect(await requestBatch(secondPayer.viewer, threeItemsOf(secondPayer.video))).toMatchObject({ ok: true })
    await cancelBatch(backend, { id: firstBatch.batch.id, viewer: pro })
    expect(await requestBatch()).toMatchObject({ ok: true })
  })

  it('leaves nothing behind if the queue fails halfway', async () => {
    let calls = 0
    const brokenDatabase = withinTransactions(backend, ({ cutQueue }) => {
      const enqueue: typeof cutQueue.enqueue = (...job) => {
        calls += 1
        return calls < 3 ? cutQueue.enqueue(...job) : Promise.reject(new Error('queue is gone'))
      }
      return { cutQueue: { ...cutQueue, enqueue } }
    })
    const jobIds = await backend.unfinishedJobIds()
    await expect(
      createBatch(
        { ...backend, database: brokenDatabase },
        { body: { items: threeItemsOf(video) }, viewer: pro, ipAddress: PRIVATE_IP_ADDRESS },
      ),
    ).rejects.toThrow('queue is gone')
    expect(await backend.database.records.downloads.listForVideo(video.id, pro.id)).toEqual([])
    expect(await readUsage()).toEqual({ today: 0, thisMonth: 0 })
    expect(await backend.unfinishedJobIds()).toEqual(jobIds)
    expect(await requestBatch()).toMatchObject({ ok: true })
  })

  it("takes nothing if another request's clip disappears under it, and may be retried", async () => {
    const racingDatabase = withinTransactions(backend, ({ clips }) => {
      const insert: typeof clips.insert = async (clip) =>
        clip.ranges[0]!.startTime === 20 ? false : clips.insert(clip)
      return { clips: { ...clips, insert } }
    })
    const body = { items: threeItemsOf(video) }
    expect(
      await createBatch({ ...backend, database: racingDatabase }, { body, viewer: pro, ipAddress: PRIVATE_IP_ADDRESS }),
    ).toEqual(refused('busy', { retryAfterSeconds: 1 }))
    const { source, reference } = video
    const range = { startTime: 0, endTime: 2 }
    const first: ClipRequest = { source, reference, ranges: [range], quality: '360p', format: 'mp4', options: {} }
    expect(await backend.database.records.clips.findLive(first, NOON)).toBeNull()
  })

  it('is the same for a repeated request id, per viewer', async () => {
    const requestId = crypto.randomUUID()
    const pressButton = () => batches.take(pro, threeItemsOf(video), requestId)
    const [firstBatch, ...repeatedBatches] = await Promise.all([pressButton(), pressButton(), pressButton()])
    expect(repeatedBatches).toEqual([firstBatch, firstBatch])
    expect(await readUsage()).toEqual({ today: 3, thisMonth: 3 })
    // A repeated request id returns the first batch, even if the items differ.
    expect((await batches.take(pro, [itemOf(video, 1, 2)], requestId)).batch).toEqual(firstBatch?.batch)
    expect((await batches.take(pro, threeItemsOf(video))).batch.id).not.toBe(firstBatch?.batch.id)
    const secondPayer = await createPayingViewer(backend)
    expect((await batches.take(secondPayer.viewer, threeItemsOf(secondPayer.video), requestId)).batch.id).not.toBe(
      firstBatch?.batch.id,
    )
  })
})

it('two people who request the same clips in another order share them', async () => {
  const secondPayer = await createPayingViewer(backend)
  const otherVideo = await copyVideo(backend, video, secondPayer.viewer)
  const [firstBatch, secondBatch] = await Promise.all([
    batches.take(pro, threeItemsOf(video)),
    batches.take(secondPayer.viewer, threeItemsOf(otherVideo).reverse()),
  ])
  const clipsOf = ({ downloads }: typeof firstBatch) => downloads.map(({ clip }) => clip.id)
  expect(clipsOf(secondBatch).reverse()).toEqual(clipsOf(firstBatch))
})

describe('equal requests', () => {
  it('within a batch share a clip, and each is in the zip', async () => {
    const foundBatch = await batches.take(pro, [itemOf(video, 0, 2), itemOf(video, 5, 8), itemOf(video, 0, 2)])
    const ids = foundBatch.downloads.map(({ clip }) => clip.id)
    expect([ids[2], new Set(ids).size]).toEqual([ids[0], 2])
    await batches.finish(foundBatch)
    expect((await batches.unzip(foundBatch)).map(({ name }) => name)).toEqual([
      '01_A-video_0-00.0-0-02.0_360p.mp4',
      '02_A-video_0-05.0-0-08.0_360p.mp4',
      '03_A-video_0-00.0-0-02.0_360p.mp4',
    ])
  })

  it('inside and outside of a batch share a clip, but are cancelled separately', async () => {
    video = { ...video, trim: { startTime: 0, endTime: 2 } }
    await backend.database.records.videos.setTrim(video.id, video.trim)
    const requestSingle = () => createDownload(backend, pro, video)
    const singleDownload = await requestSingle()
    const foundBatch = await batches.take(pro, [itemOf(video, 0, 2), itemOf(video, 5, 8)])
    expect(foundBatch.downloads[0]).toMatchObject({ clip: { id: singleDownload.clip.id } })
    expect(foundBatch.downloads[0]?.download.id).not.toBe(singleDownload.download.id)
    expect((await requestSingle()).download.id).toBe(singleDownload.download.id)
    await cancelBatch(backend, { id: foundBatch.batch.id, viewer: pro })
    expect(await backend.database.records.clips.find(singleDownload.clip.id)).toMatchObject({ status: 'queued' })
    await cancelDownload(backend, { id: singleDownload.download.id, viewer: pro })
    expect(await backend.database.records.clips.find(singleDownload.clip.id)).toMatchObject({ status: 'cancelled' })

    const secondBatch = await batches.take(pro, [itemOf(video, 0, 2)])
    const laterDownload = await requestSingle()
    expect(laterDownload.clip.id).toBe(secondBatch.downloads[0]?.clip.id)
    expect(laterDownload.download.id).not.toBe(secondBatch.downloads[0]?.download.id)
  })
})
