import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { retryJob } from '../../admin/retry-job.ts'
import { createCaches } from '../../shared/caches.ts'
import { newId } from '../../shared/new-id.ts'
import { createDownload, createFinishedDownload } from '../../testing/downloads.ts'
import { openTestBackend, type TestBackend } from '../../testing/test-backend.ts'
import { failClip } from '../end-download.ts'
import type { DownloadWithClip } from '../request-download.ts'
import { runCutJob } from '../run-cut-job.ts'
import { expireClips } from './expire-clips.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)

const backend = await openTestBackend()

const sweep = (at: Date) => {
  backend.clock.set(at)
  return expireClips(backend)
}

async function finishedClip() {
  backend.clock.set(NOON)
  return createFinishedDownload(backend, await backend.viewer())
}

const createRequest = async () => createDownload(backend, await backend.viewer())

async function publish(key: string): Promise<void> {
  const scratch = await backend.files.scratchPath('unfinished')
  await writeFile(scratch, 'content')
  await backend.files.publish(scratch, key)
}

const fileOf = ({ clip }: DownloadWithClip) => backend.files.stat(`${clip.id}.mp4`)
const statusOf = async ({ clip }: DownloadWithClip) => (await backend.database.records.clips.find(clip.id))?.status

it('the sweep deletes a clip and its file when its day is over, not before', async () => {
  const request = await finishedClip()
  await sweep(hoursLater(23.9))
  expect(await fileOf(request)).not.toBeNull()
  expect(await sweep(hoursLater(24.1))).toMatchObject({ expiredClips: 1 })
  expect(await fileOf(request)).toBeNull()
  expect(await statusOf(request)).toBe('expired')
})

it('the sweep deletes files that the database does not know', async () => {
  await publish('stranger.mp4')
  expect(await sweep(NOON)).toMatchObject({ strayFiles: 1 })
  expect(await backend.files.stat('stranger.mp4')).toBeNull()
})

it('the sweep deletes a file past the promised time, whatever the database says', async () => {
  const request = await finishedClip()
  const longAgo = hoursLater(-25)
  await utimes(join(backend.filesPath, `${request.clip.id}.mp4`), longAgo, longAgo)
  await sweep(NOON)
  expect(await fileOf(request)).toBeNull()
})

it('the sweep deletes images from media shortly before their day is over', async () => {
  await publish('previews/a')
  const setAge = (hours: number) => {
    const time = hoursLater(-hours)
    return utimes(join(backend.filesPath, 'previews/a'), time, time)
  }
  await setAge(23.9)
  await sweep(NOON)
  expect(await backend.files.stat('previews/a')).not.toBeNull()
  // The next sweep would be too late for this file.
  await setAge(23.96)
  await sweep(NOON)
  expect(await backend.files.stat('previews/a')).toBeNull()
})

it('the sweep deletes stored segments of live streams after two hours', async () => {
  backend.clock.set(NOON)
  await publish('previews/live-a')
  await utimes(join(backend.filesPath, 'previews/live-a'), NOON, NOON)
  await sweep(hoursLater(1.9))
  expect(await backend.files.stat('previews/live-a')).not.toBeNull()
  await sweep(hoursLater(2.1))
  expect(await backend.files.stat('previews/live-a')).toBeNull()
})

it('the sweep keeps live segments while a clip in work may need them', async () => {
  backend.clock.set(NOON)
  const viewer = await backend.viewer()
  const recording = await backend.video(viewer)
  const details = { ...recording.details, live: { id: 'window', at: NOON.toISOString() } }
  const stream = { ...recording, id: newId(), details }
  await backend.database.records.videos.insert(stream)
  const { clip } = await createDownload(backend, viewer, stream)
  await publish('previews/live-b')
  await utimes(join(backend.filesPath, 'previews/live-b'), NOON, NOON)
  await sweep(hoursLater(5))
  expect(await backend.files.stat('previews/live-b')).not.toBeNull()
  await failClip(backend, { clipId: clip.id, errorCode: 'cut_failed', cause: new Error('stopped') })
  await sweep(hoursLater(5))
  expect(await backend.files.stat('previews/live-b')).toBeNull()
})

it.each(['film/a', 'video/a'])('the sweep deletes previews of earlier versions at once: %s', async (key) => {
  await publish(key)
  await sweep(NOON)
  expect(await backend.files.stat(key)).toBeNull()
})

it('the first sweep after a day down deletes everything due, even after a killed sweep', async () => {
  const requests = [await finishedClip(), await finishedClip(), await finishedClip()]
  const secondDeletion = Promise.withResolvers<void>()
  const countRemaining = () =>
    Promise.all(requests.map(fileOf)).then((files) => files.filter((file) => file !== null).length)
  // A store that stops answering after one deletion simulates a killed process.
  const killedStore = {
    ...backend.files,
    delete: async (key: string) => {
      if ((await countRemaining()) === requests.length) return backend.files.delete(key)
      secondDeletion.resolve()
      return new Promise<never>(() => undefined)
    },
  }
  backend.clock.set(hoursLater(48))
  void expireClips({ ...backend, files: killedStore, caches: createCaches(backend.database) })
  await secondDeletion.promise
  expect(await countRemaining()).toBe(2)
  await sweep(hoursLater(48))
  expect(await countRemaining()).toBe(0)
  expect(await Promise.all(requests.map(statusOf))).toEqual(['expired', 'expired', 'expired'])
})

it('the sweep deletes other files if one fails, reports it, and tries it again', async () => {
  const [stuckClip, secondClip] = [await finishedClip(), await finishedClip()]
  const files: TestBackend['files'] = {
    ...backend.files,
    delete: (key) => (key.startsWith(stuckClip.clip.id) ? Promise.reject(new Error('EIO')) : backend.files.delete(key)),
  }
  backend.clock.set(hoursLater(24.1))
  await expect(expireClips({ ...backend, files })).rejects.toThrow('1 files could not be deleted')
  expect([await fileOf(secondClip), await statusOf(secondClip)]).toEqual([null, 'expired'])
  expect(await statusOf(stuckClip)).toBe('completed')
  await sweep(hoursLater(24.2))
  expect([await fileOf(stuckClip), await statusOf(stuckClip)]).toEqual([null, 'expired'])
})

it('the sweep keeps nothing longer because a clock was a week ahead', async () => {
  backend.clock.set(hoursLater(7 * 24))
  const request = await createFinishedDownload(backend, await backend.viewer())
  await publish('previews/b')
  await utimes(join(backend.filesPath, 'previews/b'), hoursLater(7 * 24), hoursLater(7 * 24))
  await sweep(NOON)
  expect(await statusOf(request)).toBe('completed')
  expect(await backend.files.stat('previews/b')).toBeNull()
  await sweep(hoursLater(24.1))
  expect([await fileOf(request), await statusOf(request)]).toEqual([null, 'expired'])
})

it('the sweep loses no clip and no unit if the clock jumps a day ahead and back', async () => {
  backend.clock.set(NOON)
  const request = await createRequest()
  await sweep(hoursLater(24))
  await sweep(NOON)
  await runCutJob(backend, { clipId: request.clip.id, signal: new AbortController().signal })
  await sweep(NOON)
  expect(await statusOf(request)).toBe('completed')
  expect((await backend.database.records.clips.find(request.clip.id))?.expiresAt).toEqual(hoursLater(24))
})

it('the sweep deletes old files of other programs, under any name', async () => {
  const path = join(backend.filesPath, '.clip.mp4.a1B2c3')
  await writeFile(path, 'a copy of a clip')
  await utimes(path, hoursLater(-1), hoursLater(-1))
  await sweep(NOON)
  expect(await readdir(backend.filesPath)).toContain('.clip.mp4.a1B2c3')
  expect(await sweep(hoursLater(24))).toMatchObject({ strayFiles: 1 })
  expect(await readdir(backend.filesPath)).not.toContain('.clip.mp4.a1B2c3')
})

it('the sweep leaves waiting work alone', async () => {
  backend.clock.set(NOON)
  const request = await createRequest()
  await sweep(NOON)
  expect(await statusOf(request)).toBe('queued')
})

it('the sweep ends a clip whose job is lost, and returns its unit', async () => {
  backend.clock.set(NOON)
  const request = await createRequest()
  const brokenWorker = { ...backend, unfinishedJobIds: async () => new Set<string>() }
  await expireClips({ ...backend, worker: brokenWorker })
  expect(await statusOf(request)).toBe('failed')
  const endedClip = await backend.database.records.clips.find(request.clip.id)
  expect(endedClip?.failureCause).toBe('The queue gave up after one try.')
  expect(await backend.usedToday(request.download.viewerId)).toBe(0)
})

it('the sweep leaves a failed clip alone if an admin queues it again meanwhile', async () => {
  backend.clock.set(NOON)
  const request = await createRequest()
  const { id } = request.clip
  async function unfinishedJobIds(): Promise<Set<string>> {
    await failClip(backend, { clipId: id, errorCode: 'cut_failed' })
    expect(await retryJob(backend, { id, by: newId() })).toMatchObject({ ok: true })
    return new Set()
  }
  await expireClips({ ...backend, worker: { ...backend, unfinishedJobIds } })
  expect(await statusOf(request)).toBe('queued')
})
