import { access, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MediaWorkError } from '../../ports/media.ts'
import { asFile, SourceReadError } from '../../ports/sources.ts'
import { retryJob } from '../admin/retry-job.ts'
import { newId } from '../shared/new-id.ts'
import { createDownload } from '../testing/downloads.ts'
import { openTestBackend, RECEIPT, RESOLVED_VIDEO, writeClip } from '../testing/test-backend.ts'
import { cancelDownload, failClip } from './end-download.ts'
import type { DownloadWithClip } from './request-download.ts'
import { runCutJob } from './run-cut-job.ts'

const backend = await openTestBackend()
beforeEach(() => {
  backend.source.answers = []
  backend.source.asked = []
  backend.engine.work = writeClip
})

const createRequest = async () => createDownload(backend, await backend.viewer())
const runJob = (clipId: string, signal = new AbortController().signal) => runCutJob(backend, { clipId, signal })
const clipOf = async ({ clip }: DownloadWithClip) => backend.database.records.clips.find(clip.id)
const unitsOf = ({ download }: DownloadWithClip) => backend.usedToday(download.viewerId)

describe('a clip', () => {
  it('is cut, published and kept for a day', async () => {
    const request = await createRequest()
    await runJob(request.clip.id)
    const clip = await clipOf(request)
    expect(clip).toMatchObject({ status: 'completed', stage: 'done', progress: 100, sizeBytes: 4, receipt: RECEIPT })
    expect(clip?.expiresAt).toEqual(new Date('2026-11-21T12:00:00Z'))
    expect(await backend.files.stat(clip?.fileKey ?? '')).toMatchObject({ sizeBytes: 4 })
    expect(await unitsOf(request)).toBe(1)
  })

  it('is not cut twice if its job returns after a crash', async () => {
    const request = await createRequest()
    await runJob(request.clip.id)
    backend.engine.work = async () => {
      throw new Error('cut twice')
    }
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'completed' })
  })

  it('is cut again if the process died halfway', async () => {
    const request = await createRequest()
    await backend.database.records.clips.update(request.clip.id, ['queued'], { status: 'processing', progress: 60 })
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'completed' })
  })

  it('fails with the reason of its source, and does not count', async () => {
    const request = await createRequest()
    await backend.database.records.resolutions.forget('youtube', request.clip.reference)
    backend.source.answers = [{ ok: false, code: 'video_private', cause: 'ERROR: [youtube] x: Private video' }]
    await runJob(request.clip.id)
    const failureCause = 'ERROR: [youtube] x: Private video'
    expect(await clipOf(request)).toMatchObject({
      status: 'failed',
      errorCode: 'video_private',
      failureCause,
      fileKey: null,
    })
    expect(await unitsOf(request)).toBe(0)
  })

  it('is not started if the disk filled up while it waited, and does not count', async () => {
    const request = await createRequest()
    let hasBegun = false
    backend.engine.work = async () => {
      hasBegun = true
      return RECEIPT
    }
    const files = { ...backend.files, freeBytes: async () => 1000 }
    await runCutJob({ ...backend, files }, { clipId: request.clip.id, signal: new AbortController().signal })
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'storage_full', fileKey: null })
    expect((await clipOf(request))?.failureCause).toMatch(/^0 MB of disk are free; \d+ MB are needed\.$/)
    expect([hasBegun, await unitsOf(request)]).toEqual([false, 0])
  })

  it('fails if the engine breaks, and does not count', async () => {
    const request = await createRequest()
    backend.engine.work = async () => {
      const cause = new SourceReadError('source_failed', '403 of https://cdn.example/video.mp4?sig=s3cret')
      throw new MediaWorkError('broken_media', 'half a file\n    at decode (file:///srv/kerf/a.ts:3:9)', { cause })
    }
    await runJob(request.clip.id)
    const failureCause = 'half a file\n403 of https://cdn.example/video.mp4'
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'broken_media', failureCause })
    expect(await unitsOf(request)).toBe(0)
  })

  it('fails with `storage_full` if the disk is full', async () => {
    const request = await createRequest()
    backend.engine.work = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'storage_full' })
  })

  it('is resolved again once if its URLs have expired', async () => {
    const request = await createRequest()
    let attemptCount = 0
    backend.engine.work = async (order) => {
      attemptCount += 1
      if (attemptCount === 1) throw new SourceReadError('source_failed', '403', { expired: true })
      await writeFile(order.filePath, 'clip')
      return RECEIPT
    }
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'completed' })
    expect(backend.source.asked).toHaveLength(2)
  })

  it('fails with the reason if its video is gone when its URLs expire', async () => {
    const request = await createRequest()
    const openRendition = vi.spyOn(backend.source, 'openRendition').mockResolvedValue({
      sizeBytes: 1000,
      read: () => Promise.reject(new SourceReadError('source_failed', '403', { expired: true })),
    })
    backend.source.answers = [{ ok: false, code: 'video_private', cause: 'ERROR: [youtube] x: Private video' }]
    backend.engine.work = async (order) => {
      await asFile(order.parts.video!).read(0, 100)
      return RECEIPT
    }
    await runJob(request.clip.id)
    openRendition.mockRestore()
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'video_private' })
  })

  it('is abandoned if its URLs are refused repeatedly', async () => {
    const request = await createRequest()
    backend.engine.work = async () => {
      throw new SourceReadError('source_failed', '403', { expired: true })
    }
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'source_failed' })
    expect(backend.source.asked).toHaveLength(2)
  })

  it('does not use URLs that are known to have expired', async () => {
    const request = await createRequest()
    const deadVideo = { ...RESOLVED_VIDEO, addressesExpireAt: '2026-11-20T11:59:59Z' }
    await backend.database.records.resolutions.save('youtube', request.clip.reference, deadVideo, backend.clock.now())
    await runJob(request.clip.id)
    expect(backend.source.asked).toEqual([request.clip.reference])
    expect(await clipOf(request)).toMatchObject({ status: 'completed' })
  })

  it('returns to the queue when the worker stops', async () => {
    const request = await createRequest()
    const stopSignal = new AbortController()
    backend.engine.work = async () => {
      stopSignal.abort(new Error('stopping'))
      throw stopSignal.signal.reason
    }
    await expect(runJob(request.clip.id, stopSignal.signal)).rejects.toThrow('stopping')
    expect(await clipOf(request)).toMatchObject({ status: 'queued', stage: 'waiting', progress: 0 })
    expect(await unitsOf(request)).toBe(1)
  })

  it('is retried after an unexpected error, counted once, and abandoned after the last try', async () => {
    const request = await createRequest()
    backend.engine.work = () => Promise.reject(new Error('Connection terminated unexpectedly'))
    const { signal } = new AbortController()
    await expect(runCutJob(backend, { clipId: request.clip.id, signal, isLastTry: false })).rejects.toThrow(
      'Connection terminated',
    )
    expect(await clipOf(request)).toMatchObject({ status: 'queued', stage: 'waiting', progress: 0 })
    expect(await unitsOf(request)).toBe(1)
    await runCutJob(backend, { clipId: request.clip.id, signal, isLastTry: true })
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'cut_failed', fileKey: null })
    expect(await unitsOf(request)).toBe(0)
  })

  it.each([
    ['continues as before', async () => undefined, 'completed'],
    ['fails', () => Promise.reject(new MediaWorkError('broken_media', 'half a video')), 'completed'],
    ['loses its job', (lostController: AbortController) => lostController.abort(new Error('lost')), 'completed'],
  ])("has the second worker's result if the first one stalled, was replaced, and then %s", async (_, wakeUp, end) => {
    const request = await createRequest()
    const { promise: sleep, resolve: wake } = Promise.withResolvers<void>()
    const { promise: start, resolve: begin } = Promise.withResolvers<void>()
    const lostJob = new AbortController()
    backend.engine.work = async (order, signal) => {
      await writeFile(order.filePath, 'first')
      begin()
      await sleep
      await wakeUp(lostJob)
      signal.throwIfAborted()
      return { ...RECEIPT, clipBytes: 5 }
    }
    const firstCut = runJob(request.clip.id, lostJob.signal)
    await start
    backend.engine.work = async (order) => {
      await writeFile(order.filePath, 'second')
      return { ...RECEIPT, clipBytes: 6 }
    }
    await runJob(request.clip.id)
    wake()
    await firstCut
    const clip = await clipOf(request)
    expect(clip).toMatchObject({ status: end, sizeBytes: 6, errorCode: null })
    const files = (await backend.files.list()).filter(({ key }) => key.startsWith(request.clip.id))
    expect(files).toMatchObject([{ key: clip?.fileKey, sizeBytes: 6 }])
    expect(await backend.files.scratchBytes()).toBe(0)
    expect(await unitsOf(request)).toBe(1)
  })

  it('is not affected by a replaced worker while the second one works', async () => {
    const request = await createRequest()
    const { promise: sleep, resolve: wake } = Promise.withResolvers<void>()
    const { promise: start, resolve: begin } = Promise.withResolvers<void>()
    backend.engine.work = async (order) => {
      await writeFile(order.filePath, 'first')
      begin()
      await sleep
      return RECEIPT
    }
    const firstCut = runJob(request.clip.id)
    await start
    backend.engine.work = async (order) => {
      wake()
      await firstCut
      expect(await clipOf(request)).toMatchObject({ status: 'processing' })
      await writeFile(order.filePath, 'second')
      return { ...RECEIPT, clipBytes: 6 }
    }
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'completed', sizeBytes: 6 })
  })

  it('is not touched by a late worker of its first try after an admin queued it again', async () => {
    const request = await createRequest()
    const { promise: sleep, resolve: wake } = Promise.withResolvers<void>()
    const { promise: start, resolve: begin } = Promise.withResolvers<void>()
    backend.engine.work = async (order) => {
      await writeFile(order.filePath, 'first')
      begin()
      await sleep
      return RECEIPT
    }
    const firstCut = runJob(request.clip.id)
    await start
    await failClip(backend, { clipId: request.clip.id, errorCode: 'cut_failed' })
    expect(await retryJob(backend, { id: request.clip.id, by: newId() })).toMatchObject({ ok: true })
    backend.engine.work = async (order) => {
      await writeFile(order.filePath, 'second')
      wake()
      await firstCut
      expect(await clipOf(request)).toMatchObject({ status: 'processing' })
      return { ...RECEIPT, clipBytes: 6 }
    }
    await runJob(request.clip.id)
    const clip = await clipOf(request)
    expect(clip).toMatchObject({ status: 'completed', sizeBytes: 6 })
    expect(await backend.files.stat(clip?.fileKey ?? '')).toMatchObject({ sizeBytes: 6 })
  })

  it('leaves nothing on disk if it fails halfway', async () => {
    const request = await createRequest()
    let scratchPath = ''
    backend.engine.work = async (order) => {
      scratchPath = order.filePath
      await writeFile(scratchPath, 'half a clip')
      throw new MediaWorkError('cut_failed', 'broke')
    }
    await runJob(request.clip.id)
    await expect(access(scratchPath)).rejects.toThrow('ENOENT')
  })

  it('leaves no file and takes no unit if it is cancelled at the last moment', async () => {
    const request = await createRequest()
    const { download } = request
    backend.engine.work = async (order) => {
      await writeFile(order.filePath, 'clip')
      await cancelDownload(backend, { id: download.id, viewer: { id: download.viewerId, kind: 'anonymous' } })
      return RECEIPT
    }
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'cancelled' })
    expect(await backend.files.stat(`${request.clip.id}.mp4`)).toBeNull()
    expect(await unitsOf(request)).toBe(0)
  })
})
