import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnDatabases } from './testing/open-test-database.ts'
import {
  minutesAfterNoon,
  NOON,
  sampleClip,
  sampleDownload,
  sampleResolvedVideo,
  sampleVideo,
} from './testing/sample-records.ts'

describeOnDatabases('records in $name', async ({ open }) => {
  const { database } = await open()
  const { records } = database

  it('a viewer is found only by the hash of their token', async () => {
    const viewer = await records.viewers.create('hash of a token', NOON)
    expect(viewer.kind).toBe('anonymous')
    expect(await records.viewers.findByTokenHash('hash of a token')).toEqual(viewer)
    expect(await records.viewers.findByTokenHash('another')).toBeNull()
  })

  it('a video is read back to the millisecond, with its range, and only by its viewer', async () => {
    const video = sampleVideo()
    await records.videos.insert(video)
    expect(await records.videos.find(video.id, 'anna')).toEqual(video)
    expect(await records.videos.find(video.id, 'ben')).toBeNull()
    const trim = { startTime: 2.001, endTime: 9.999 }
    await records.videos.setTrim(video.id, trim)
    expect(await records.videos.find(video.id, 'anna')).toEqual({ ...video, trim })
  })

  it('the latest resolution of a reference is stored, even for long references', async () => {
    const reference = `https://media.example/${Array.from({ length: 300 }, () => randomUUID()).join('')}.mp4`
    await records.resolutions.save('media', reference, sampleResolvedVideo('old'), NOON)
    await records.resolutions.save('media', reference, sampleResolvedVideo('new'), minutesAfterNoon(1))
    expect(await records.resolutions.find('media', reference)).toEqual({
      video: sampleResolvedVideo('new'),
      resolvedAt: minutesAfterNoon(1),
    })
    expect(await records.resolutions.find('youtube', reference)).toBeNull()
  })

  it('resolutions are deleted one by one, or by age', async () => {
    await records.resolutions.save('youtube', 'forgotten', sampleResolvedVideo(), minutesAfterNoon(5))
    await records.resolutions.save('youtube', 'old', sampleResolvedVideo(), minutesAfterNoon(-60))
    await records.resolutions.save('youtube', 'fresh', sampleResolvedVideo(), minutesAfterNoon(5))
    await records.resolutions.forget('youtube', 'forgotten')
    await records.resolutions.deleteOlderThan(NOON)
    expect(await records.resolutions.find('youtube', 'forgotten')).toBeNull()
    expect(await records.resolutions.find('youtube', 'old')).toBeNull()
    expect(await records.resolutions.find('youtube', 'fresh')).not.toBeNull()
  })

  it("a viewer's downloads of a video are listed newest first, without those they deleted", async () => {
    const { video, clip } = await videoWithClip()
    const first = sampleDownload({ videoId: video.id, clipId: clip.id })
    const second = sampleDownload({ videoId: video.id, clipId: clip.id, createdAt: minutesAfterNoon(1) })
    const deletedDownload = sampleDownload({ videoId: video.id, clipId: clip.id, createdAt: minutesAfterNoon(2) })
    for (const download of [first, second, deletedDownload]) await records.downloads.insert(download)
    await records.downloads.update(deletedDownload.id, { deletedAt: minutesAfterNoon(3) })
    expect(await records.downloads.listForVideo(video.id, 'anna')).toEqual([second, first])
    expect(await records.downloads.listForVideo(video.id, 'ben')).toEqual([])
    expect(await records.downloads.find(first.id, 'anna')).toEqual(first)
    expect(await records.downloads.find(first.id, 'ben')).toBeNull()
    expect(await records.downloads.find(deletedDownload.id, 'anna')).toBeNull()
  })

  it('a cancelled download no longer wants its clip, but is still listed', async () => {
    const { video, clip } = await videoWithClip()
    const cancelledDownload = sampleDownload({ videoId: video.id, clipId: clip.id })
    const activeDownload = sampleDownload({ videoId: video.id, clipId: clip.id, viewerId: 'ben' })
    for (const download of [cancelledDownload, activeDownload]) await records.downloads.insert(download)
    await records.downloads.update(cancelledDownload.id, { cancelledAt: NOON })
    const releases = await Promise.all([1, 2, 3].map(() => records.downloads.releaseUnit(cancelledDownload.id)))
    expect(releases.filter(Boolean)).toHaveLength(1)
    expect(await records.downloads.listForClip(clip.id)).toEqual([activeDownload])
    expect(await records.downloads.findForClip(clip.id, 'anna')).toBeNull()
    expect(await records.downloads.findForClip(clip.id, 'ben')).toEqual(activeDownload)
    expect(await records.downloads.find(cancelledDownload.id, 'anna')).toMatchObject({
      cancelledAt: NOON,
      quotaDay: null,
    })
  })

  it('a download keeps its subtitles as they were last requested', async () => {
    const { video, clip } = await videoWithClip()
    const subtitles = { captions: 'en-auto', as: 'file' } as const
    const download = sampleDownload({ videoId: video.id, clipId: clip.id, subtitles })
    await records.downloads.insert(download)
    expect(await records.downloads.find(download.id, 'anna')).toEqual(download)
    await records.downloads.update(download.id, { subtitles: null })
    expect((await records.downloads.findWithClip(download.id, 'anna'))?.download.subtitles).toBeNull()
  })

  it("a viewer's downloads are listed across videos, newest first, a page at a time, without those they deleted", async () => {
    const viewerId = randomUUID()
    const downloads = []
    // Two downloads share each minute, so their ids decide the order.
    for (let index = 0; index < 6; index++) {
      const { video, clip } = await videoWithClip()
      const download = sampleDownload({
        viewerId,
        videoId: video.id,
        clipId: clip.id,
        createdAt: minutesAfterNoon(Math.floor(index / 2)),
      })
      await records.downloads.insert(download)
      downloads.push(download)
    }
    const newestFirst = downloads.toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    )
    const listPage = (page: object) => records.downloads.listForViewer(viewerId, { limit: 10, ...page })
    expect(await listPage({})).toEqual(newestFirst)
    expect(await listPage({ limit: 3 })).toEqual(newestFirst.slice(0, 3))
    expect(await listPage({ before: newestFirst[2] })).toEqual(newestFirst.slice(3))
    expect(await listPage({ before: newestFirst[5] })).toEqual([])
    expect(await records.downloads.listForViewer(randomUUID(), { limit: 10, before: newestFirst[0] })).toEqual([])

    const [, second, thirdVideo] = newestFirst
    if (!second || !thirdVideo) throw new Error('There are no downloads.')
    const deleted = { ...second, deletedAt: NOON }
    await records.downloads.update(second.id, { deletedAt: NOON })
    await records.downloads.update(thirdVideo.id, { cancelledAt: NOON })
    expect((await listPage({})).map(({ id }) => id)).toEqual(
      newestFirst.filter(({ id }) => id !== second.id).map(({ id }) => id),
    )
    expect((await listPage({ evenDeleted: true })).map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id))
    expect(await records.downloads.findEvenDeleted(second.id, viewerId)).toEqual(deleted)
    expect(await records.downloads.findEvenDeleted(second.id, 'ben')).toBeNull()
    expect((await listPage({ before: deleted })).map(({ id }) => id)).toEqual(newestFirst.slice(2).map(({ id }) => id))
  })

  it("a viewer's videos are listed newest first, a page at a time, and found together by their ids", async () => {
    const viewerId = randomUUID()
    const videos = [0, 1, 2].map((minute) => sampleVideo({ viewerId, createdAt: minutesAfterNoon(-minute) }))
    for (const video of videos) await records.videos.insert(video)
    const listedVideos = videos.map(({ details: { title }, ...video }) => ({ ...video, title }))
    const viewerVideos = listedVideos.map((video) => ({ ...video, channel: 'A channel', durationSeconds: 600.04 }))
    expect(await records.videos.listForViewer(viewerId, { limit: 2 })).toEqual(viewerVideos.slice(0, 2))
    expect(await records.videos.listForViewer(viewerId, { limit: 2, before: viewerVideos[1] })).toEqual(
      viewerVideos.slice(2),
    )
    const videosById = await records.videos.findMany([...videos.map(({ id }) => id), 'nobody'])
    expect([...videosById.values()].map(({ id }) => id).sort()).toEqual(videos.map(({ id }) => id).sort())
    expect(videosById.get(videos[0]?.id ?? '')).toEqual(videos[0])
    expect(await records.videos.findMany([])).toEqual(new Map())
    const inList = await records.videos.listMany(videos.map(({ id }) => id))
    expect(listedVideos.map(({ id }) => inList.get(id))).toEqual(listedVideos)
    expect(await records.videos.listMany([])).toEqual(new Map())
  })

  it('a transaction that throws leaves nothing behind, not even a job', async () => {
    const depthBefore = await database.cutWorker.depth()
    const clip = sampleClip()
    const failedTransaction = database.transaction(async (transactionRecords) => {
      await transactionRecords.clips.insert(clip)
      await transactionRecords.cutQueue.enqueue(clip.id, 'ordinary', 'anna')
      throw new Error('changed my mind')
    })
    await expect(failedTransaction).rejects.toThrow('changed my mind')
    expect(await records.clips.find(clip.id)).toBeNull()
    expect(await database.cutWorker.depth()).toEqual(depthBefore)
  })

  async function videoWithClip() {
    const video = sampleVideo()
    const clip = sampleClip()
    await records.videos.insert(video)
    await records.clips.insert(clip)
    return { video, clip }
  }
})
