import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Records } from '../../ports.ts'
import { DATABASE_KINDS, type TestDatabase } from './testing/open-test-database.ts'
import {
  minutesAfterNoon,
  NOON,
  sampleClip,
  sampleDownload,
  sampleResolvedVideo,
  sampleVideo,
} from './testing/sample-records.ts'

describe.each(DATABASE_KINDS)('records in $name', ({ skipped, open }) => {
  describe.skipIf(skipped)('are kept so that', () => {
    let test: TestDatabase
    let database: Database
    let records: Records
    beforeAll(async () => {
      test = await open()
      database = test.database
      records = database.records
    })
    afterAll(() => test?.remove())

    it('a viewer is found by the hash of their token, and by nothing else', async () => {
      const viewer = await records.viewers.create('hash of a token', NOON)
      expect(viewer.kind).toBe('anonymous')
      expect(await records.viewers.findByTokenHash('hash of a token')).toEqual(viewer)
      expect(await records.viewers.findByTokenHash('another')).toBeNull()
    })

    it('a video comes back as it was, to the millisecond', async () => {
      const video = sampleVideo()
      await records.videos.insert(video)
      expect(await records.videos.find(video.id, 'anna')).toEqual(video)
    })

    it("another viewer's video is not there", async () => {
      const video = sampleVideo()
      await records.videos.insert(video)
      expect(await records.videos.find(video.id, 'ben')).toBeNull()
    })

    it('a range can be changed', async () => {
      const video = sampleVideo()
      await records.videos.insert(video)
      await records.videos.setRange(video.id, { startSeconds: 2.001, endSeconds: 9.999 })
      const found = await records.videos.find(video.id, 'anna')
      expect(found?.range).toEqual({ startSeconds: 2.001, endSeconds: 9.999 })
    })

    it('the latest resolution of a reference is kept, however long the reference is', async () => {
      const reference = `https://media.example/${Array.from({ length: 300 }, () => randomUUID()).join('')}.mp4`
      await records.resolutions.save('media', reference, sampleResolvedVideo('old'), NOON)
      await records.resolutions.save('media', reference, sampleResolvedVideo('new'), minutesAfterNoon(1))
      expect(await records.resolutions.find('media', reference)).toEqual({
        video: sampleResolvedVideo('new'),
        resolvedAt: minutesAfterNoon(1),
      })
      expect(await records.resolutions.find('youtube', reference)).toBeNull()
    })

    it('resolutions are forgotten one by one, or by age', async () => {
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
      const deleted = sampleDownload({ videoId: video.id, clipId: clip.id, createdAt: minutesAfterNoon(2) })
      for (const download of [first, second, deleted]) await records.downloads.insert(download)
      await records.downloads.update(deleted.id, { deletedAt: minutesAfterNoon(3) })
      expect(await records.downloads.listForVideo(video.id, 'anna')).toEqual([second, first])
      expect(await records.downloads.listForVideo(video.id, 'ben')).toEqual([])
      expect(await records.downloads.find(first.id, 'anna')).toEqual(first)
      expect(await records.downloads.find(first.id, 'ben')).toBeNull()
      expect(await records.downloads.find(deleted.id, 'anna')).toBeNull()
    })

    it('a cancelled download no longer wants its clip, though it is still shown', async () => {
      const { video, clip } = await videoWithClip()
      const cancelled = sampleDownload({ videoId: video.id, clipId: clip.id })
      const other = sampleDownload({ videoId: video.id, clipId: clip.id, viewerId: 'ben' })
      for (const download of [cancelled, other]) await records.downloads.insert(download)
      await records.downloads.update(cancelled.id, { cancelledAt: NOON })
      const released = await Promise.all([1, 2, 3].map(() => records.downloads.releaseUnit(cancelled.id)))
      expect(released.filter(Boolean)).toHaveLength(1)
      expect(await records.downloads.listForClip(clip.id)).toEqual([other])
      expect(await records.downloads.findForClip(clip.id, 'anna')).toBeNull()
      expect(await records.downloads.findForClip(clip.id, 'ben')).toEqual(other)
      expect(await records.downloads.find(cancelled.id, 'anna')).toMatchObject({ cancelledAt: NOON, quotaDay: null })
    })

    it('a transaction that throws leaves nothing behind, not even a job', async () => {
      const before = await test.database.cutWorker.depth()
      const clip = sampleClip()
      const failing = database.transaction(async (inside) => {
        await inside.clips.insert(clip)
        await inside.cutQueue.enqueue(clip.id, 0)
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await records.clips.find(clip.id)).toBeNull()
      expect(await test.database.cutWorker.depth()).toEqual(before)
    })

    it('an open database answers a ping', async () => {
      await expect(database.ping()).resolves.toBeUndefined()
    })

    async function videoWithClip() {
      const video = sampleVideo()
      const clip = sampleClip()
      await records.videos.insert(video)
      await records.clips.insert(clip)
      return { video, clip }
    }
  })
})
