import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { SourceReadError } from '../../ports/sources.ts'
import { eraseAccount } from '../accounts/delete-account.ts'
import { sweepRecords } from '../accounts/sweep-records.ts'
import { deleteDownload, failClip } from '../downloads/end-download.ts'
import { expireClips } from '../downloads/files/expire-clips.ts'
import { newId } from '../shared/new-id.ts'
import { batchesOf, createPayingViewer, itemOf, threeItemsOf } from '../testing/batches.ts'
import { copyVideo } from '../testing/downloads.ts'
import { openPeople } from '../testing/people.ts'
import { DUBBED_VIDEO, openTestBackend, readDubbedCaptions, unwrap } from '../testing/test-backend.ts'
import { cancelBatch, type FoundBatch } from './describe-batch.ts'
import { openBatchZip } from './open-batch-zip.ts'

const NOON = new Date('2026-11-20T12:00:00Z')

let pro: ViewerRecord
let video: VideoRecord
const backend = await openTestBackend()
const batches = batchesOf(backend)
beforeEach(async () => {
  backend.clock.set(NOON)
  ;({ viewer: pro, video } = await createPayingViewer(backend))
})

const readUsage = () => backend.database.records.quota.usage(pro.id, { day: '2026-11-20', month: '2026-11' })
/** The download of a batch at a position, with its clip. */
function downloadAt({ downloads }: FoundBatch, position: number): FoundBatch['downloads'][number] {
  const download = downloads[position]
  if (!download) throw new Error(`There is no item ${position}.`)
  return download
}
const { signal } = new AbortController()
const remove = ({ download }: { download: DownloadRecord }) => deleteDownload(backend, { id: download.id, viewer: pro })

describe('the zip of a batch', () => {
  it('has its announced size and the successful clips in order, and lives as long as its first clip', async () => {
    const foundBatch = await batches.take(pro, threeItemsOf(video))
    const [first, second, thirdDownload] = [
      downloadAt(foundBatch, 0),
      downloadAt(foundBatch, 1),
      downloadAt(foundBatch, 2),
    ]
    await batches.cut(first.clip.id)
    expect(await openBatchZip(backend, { id: foundBatch.batch.id, viewer: pro, signal })).toEqual({
      ok: false,
      code: 'not_ready',
    })
    await failClip(backend, { clipId: second.clip.id, errorCode: 'source_failed' })
    backend.clock.set(new Date('2026-11-20T13:00:00Z'))
    await batches.cut(thirdDownload.clip.id)
    const { description } = await batches.read(foundBatch)
    expect(description).toMatchObject({ status: 'completed', progress: 100, completed: 2, failed: 1, total: 3 })
    expect(description.expiresAt).toBe('2026-11-21T12:00:00.000Z')
    expect(description.downloads[1]).toMatchObject({ status: 'failed', code: 'source_failed' })
    const files = await batches.unzip(foundBatch)
    expect(files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['01_A-video_0-00.0-0-02.0_360p.mp4', 'clip'],
      ['03_A-video_0-20.0-0-30.0_360p.mp4', 'clip'],
    ])
    const zip = await openBatchZip(backend, { id: foundBatch.batch.id, viewer: pro, signal })
    expect(zip).toMatchObject({ ok: true, value: { sizeBytes: description.fileSize, fileName: description.fileName } })
  })

  it('is refused with a reason if there is none', async () => {
    const openZip = ({ batch }: FoundBatch) => openBatchZip(backend, { id: batch.id, viewer: pro, signal })
    const cancelledBatch = await batches.take(pro, threeItemsOf(video))
    await cancelBatch(backend, { id: cancelledBatch.batch.id, viewer: pro })
    expect(await openZip(cancelledBatch)).toEqual({ ok: false, code: 'cancelled' })

    const failedBatch = await batches.take(pro, [itemOf(video, 40, 42)])
    await failClip(backend, { clipId: downloadAt(failedBatch, 0).clip.id, errorCode: 'source_failed' })
    expect(await openZip(failedBatch)).toEqual({ ok: false, code: 'cut_failed' })

    const expiredBatch = await batches.finish(await batches.take(pro, [itemOf(video, 50, 52)]))
    backend.clock.set(new Date('2026-11-21T12:00:00Z'))
    expect(await openZip(expiredBatch)).toEqual({ ok: false, code: 'expired' })
    await expireClips(backend)
    expect(await openZip(expiredBatch)).toEqual({ ok: false, code: 'expired' })
    expect((await batches.read(expiredBatch)).description).toMatchObject({
      status: 'expired',
      fileSize: null,
      expiresAt: null,
    })
  })

  it('leaves out deleted clips and missing files, and disappears with the last clip', async () => {
    const foundBatch = await batches.finish(await batches.take(pro, threeItemsOf(video)))
    const [first, second, thirdDownload] = [
      downloadAt(foundBatch, 0),
      downloadAt(foundBatch, 1),
      downloadAt(foundBatch, 2),
    ]
    await remove(first)
    await backend.files.delete(second.clip.fileKey ?? '')
    expect((await batches.unzip(foundBatch)).map(({ name }) => name.slice(0, 2))).toEqual(['03'])
    expect((await batches.read(foundBatch)).description).toMatchObject({ status: 'completed', total: 2 })
    for (const lastDownload of [second, thirdDownload]) await remove(lastDownload)
    expect((await batches.read(foundBatch)).description).toMatchObject({ status: 'expired', total: 0, fileSize: null })
    expect(await openBatchZip(backend, { id: foundBatch.batch.id, viewer: pro, signal })).toEqual({
      ok: false,
      code: 'expired',
    })
  })

  it('breaks off if a clip is deleted during the transfer', async () => {
    const foundBatch = await batches.finish(await batches.take(pro, threeItemsOf(video)))
    const zip = await batches.zipOf(foundBatch)
    await remove(downloadAt(foundBatch, 2))
    await expect(buffer(unwrap(zip.open()))).rejects.toThrow('03_A-video_0-20.0-0-30.0_360p.mp4 is gone')
  })

  it('may be fetched twice at a time by one viewer', async () => {
    const foundBatch = await batches.finish(await batches.take(pro, threeItemsOf(video)))
    const openZip = async () => (await batches.zipOf(foundBatch)).open()
    const [firstZip, secondZip] = [unwrap(await openZip()), unwrap(await openZip())]
    expect(await openZip()).toEqual({ ok: false, code: 'too_many_requests' })
    await buffer(firstZip)
    const thirdZip = unwrap(await openZip())
    for (const stream of [secondZip, thirdZip]) await new Promise((resolve) => stream.once('close', resolve).destroy())
    expect((await buffer(unwrap(await openZip()))).length).toBeGreaterThan(0)
  })
})

describe('cancelling a batch', () => {
  it('stops waiting and running clips, returns their units once, and keeps finished ones', async () => {
    const foundBatch = await batches.take(pro, threeItemsOf(video))
    const [first, second, thirdDownload] = [
      downloadAt(foundBatch, 0),
      downloadAt(foundBatch, 1),
      downloadAt(foundBatch, 2),
    ]
    await batches.cut(first.clip.id)
    const outcomes = await Promise.all([1, 2].map(() => cancelBatch(backend, { id: foundBatch.batch.id, viewer: pro })))
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
    const { description } = await batches.read(foundBatch)
    expect(description).toMatchObject({ status: 'completed', completed: 1, failed: 0, progress: 100 })
    expect(description.downloads.map(({ status }) => status)).toEqual(['completed', 'cancelled', 'cancelled'])
    expect(await readUsage()).toEqual({ today: 1, thisMonth: 1 })
    const jobs = await backend.unfinishedJobIds()
    for (const { clip } of [second, thirdDownload]) expect(jobs).not.toContain(clip.jobId)
    expect(await batches.unzip(foundBatch)).toHaveLength(1)
  })

  it('does not stop clips that another owner still wants', async () => {
    const { viewer: otherViewer } = await createPayingViewer(backend)
    const ownBatch = await batches.take(pro, threeItemsOf(video))
    const otherVideo = await copyVideo(backend, video, otherViewer)
    const otherBatch = await batches.take(otherViewer, [itemOf(otherVideo, 20, 30), itemOf(otherVideo, 0, 2)])
    await cancelBatch(backend, { id: ownBatch.batch.id, viewer: pro })
    const statuses = async (foundBatch: FoundBatch) =>
      (await batches.read(foundBatch)).downloads.map(({ clip }) => clip.status)
    expect(await statuses(otherBatch)).toEqual(['queued', 'queued'])
    expect(await statuses(ownBatch)).toEqual(['queued', 'cancelled', 'queued'])
  })
})

describe('a batch', () => {
  it('is deleted with its last download, and not before', async () => {
    const people = await openPeople(backend)
    const deletedBatch = await batches.take(pro, threeItemsOf(video))
    const remainingBatch = await batches.take(pro, [itemOf(video, 60, 62), itemOf(video, 63, 65)])
    for (const download of [...deletedBatch.downloads, downloadAt(remainingBatch, 0)]) await remove(download)
    await sweepRecords({ ...backend, ...people })
    expect(await people.everythingStored()).not.toContain(deletedBatch.batch.id)
    expect((await batches.read(remainingBatch)).description).toMatchObject({ total: 1, downloads: [{ startTime: 63 }] })
  })

  it('is deleted with its account, or by the sweep if nobody owns it', async () => {
    const people = await openPeople(backend)
    const { viewer, session } = await people.signUp()
    await backend.database.records.accounts.setPlan(viewer.id, { subscription: 'lifetime', expiresAt: null })
    const foundBatch = await batches.take({ ...viewer, kind: 'pro' }, threeItemsOf(await backend.video(viewer)))
    await backend.database.transaction((records) => eraseAccount(records, session.account, 'en', backend.clock.now()))
    expect(await people.everythingStored()).not.toContain(foundBatch.batch.id)
    expect(await backend.database.records.clips.find(downloadAt(foundBatch, 0).clip.id)).toMatchObject({
      status: 'cancelled',
    })

    const unknownViewer: ViewerRecord = { id: newId(), kind: 'pro' }
    const strayBatch = await batches.take(unknownViewer, threeItemsOf(await backend.video(unknownViewer)))
    await sweepRecords({ ...backend, ...people })
    expect(await people.everythingStored()).not.toContain(strayBatch.batch.id)
  })
})

describe('the subtitles in the zip of a batch', () => {
  const withSubtitleFiles = (captions: string) => ({ subtitles: { captions, as: 'file' as const } })
  const createDubbedVideo = async (resolvedVideo = DUBBED_VIDEO) => {
    const video = await backend.video(pro, undefined, resolvedVideo)
    await backend.remember(video, resolvedVideo)
    return video
  }

  it('follow the clips that requested them, and are read once per video', async () => {
    const readCaptions = vi.fn(readDubbedCaptions)
    backend.source.readCaptions = readCaptions
    const dubbedVideo = await createDubbedVideo()
    const items = [
      { ...itemOf(dubbedVideo, 0, 5), ...withSubtitleFiles('en') },
      itemOf(dubbedVideo, 8, 12),
      { ...itemOf(dubbedVideo, 8, 11), ...withSubtitleFiles('en') },
    ]
    const foundBatch = await batches.finish(await batches.take(pro, items))
    const files = await batches.unzip(foundBatch)
    expect(files.map(({ name }) => name)).toEqual([
      '01_A-video_0-00.0-0-05.0_360p.mp4',
      '01_A-video_0-00.0-0-05.0_360p.srt',
      '01_A-video_0-00.0-0-05.0_360p.vtt',
      '02_A-video_0-08.0-0-12.0_360p.mp4',
      '03_A-video_0-08.0-0-11.0_360p.mp4',
      '03_A-video_0-08.0-0-11.0_360p.srt',
      '03_A-video_0-08.0-0-11.0_360p.vtt',
    ])
    expect(files[5]?.bytes.toString()).toBe('1\n00:00:01,000 --> 00:00:03,000\nacross, in en\n')
    expect(readCaptions).toHaveBeenCalledTimes(1)
    const { description } = await batches.read(foundBatch)
    expect(description.downloads.map(({ subtitles }) => subtitles)).toEqual([
      { captions: 'en', as: 'file' },
      null,
      { captions: 'en', as: 'file' },
    ])
  })

  it('are left out if the source refuses them, and the clips stay', async () => {
    backend.source.readCaptions = async (_, { language }) => {
      if (language === 'de') throw new SourceReadError('source_failed', '403')
      if (language === 'fr') throw new Error('a surprise')
      return { language, cues: [] }
    }
    const frenchCaptions = { ...DUBBED_VIDEO.captions![0]!, id: 'fr', language: 'fr' }
    const dubbedVideo = await createDubbedVideo({
      ...DUBBED_VIDEO,
      captions: [...DUBBED_VIDEO.captions!, frenchCaptions],
    })
    const items = ['de', 'fr', 'en'].map((captions, index) => ({
      ...itemOf(dubbedVideo, index, index + 5),
      ...withSubtitleFiles(captions),
    }))
    const foundBatch = await batches.finish(await batches.take(pro, items))
    expect((await batches.unzip(foundBatch)).map(({ name }) => name.replace(/_.*\./, '.'))).toEqual([
      '01.mp4',
      '02.mp4',
      '03.mp4',
      '03.srt',
      '03.vtt',
    ])
  })
})
