import { readdir, writeFile } from 'node:fs/promises'
import { PATIENTLY } from '@kerf/standins/waits'
import { expect, it, vi } from 'vitest'
import { describeOnDatabases } from '../../adapters/database/testing/open-test-database.ts'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { MediaWorkError } from '../../ports/media.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'
import { createBatch } from '../batches/create-batch.ts'
import { describeDownload } from '../downloads/describe-download.ts'
import { openClip } from '../downloads/files/open-clip.ts'
import { runCutJob } from '../downloads/run-cut-job.ts'
import { newId } from '../shared/new-id.ts'
import { blockIt } from '../testing/blocks.ts'
import { copyVideo, createDownload, createFinishedDownload, requestDownloadOf } from '../testing/downloads.ts'
import { openTestBackend, PRIVATE_IP_ADDRESS, RECEIPT, RESOLVED_VIDEO } from '../testing/test-backend.ts'
import { processLink } from '../videos/process-link.ts'
import { blockLink, listBlocks, unblockLink } from './blocklist.ts'

const CHANNEL_ID = 'UCuAXFkgsw1L7xaCfnd5JJOw'
const refusal = { ok: false, code: 'link_blocked' }

describeOnDatabases('a block, on $name', async (kind) => {
  const backend = await openTestBackend(kind)

  const neverAborted = new AbortController().signal
  const runJob = (clipId: string, signal = neverAborted) =>
    runCutJob({ ...backend, sources: { youtube: backend.source, media: backend.source } }, { clipId, signal })
  const clipOf = async (id: string) => (await backend.database.records.clips.find(id))!
  const block = ({ reference }: VideoRecord) => blockIt(backend, 'video', `https://youtu.be/${reference}`)
  async function videoWith(viewer: ViewerRecord, change: Partial<VideoRecord>) {
    const video = { ...(await backend.video(viewer)), id: newId(), ...change }
    await backend.database.records.videos.insert(video)
    return video
  }

  it('fails waiting clips for all their viewers, and returns their units', async () => {
    const [viewer, secondViewer] = [await backend.viewer(), await backend.viewer()]
    const request = await createDownload(backend, viewer)
    await createDownload(backend, secondViewer, await copyVideo(backend, request.video, secondViewer))
    const otherRequest = await createDownload(backend, viewer)
    await block(request.video)
    expect(await clipOf(request.clip.id)).toMatchObject({ status: 'failed', errorCode: 'link_blocked', fileKey: null })
    expect([await backend.usedToday(viewer.id), await backend.usedToday(secondViewer.id)]).toEqual([1, 0])
    expect((await clipOf(otherRequest.clip.id)).status).toBe('queued')
    expect(await backend.unfinishedJobIds()).not.toContain(request.clip.jobId)
    await runJob(request.clip.id)
    expect((await clipOf(request.clip.id)).status).toBe('failed')
  })

  it('deletes finished clips, and tells their viewers why', async () => {
    const viewer = await backend.viewer()
    const { video, clip, download } = await createFinishedDownload(backend, viewer)
    expect(await readdir(backend.filesPath)).toContain(`${clip.id}.mp4`)
    await block(video)
    expect(await readdir(backend.filesPath)).not.toContain(`${clip.id}.mp4`)
    expect(await openClip(backend, { id: download.id, viewer })).toEqual(refusal)
    const description = await describeDownload(backend, { download, clip: await clipOf(clip.id) })
    expect(description).toMatchObject({ status: 'failed', code: 'link_blocked', fileSize: null, expiresAt: null })
    expect(await backend.usedToday(viewer.id)).toBe(1)
  })

  it('stops the running media process', async () => {
    const viewer = await backend.viewer()
    const request = await createDownload(backend, viewer)
    let abortReason: unknown
    const start = new Promise<void>((resolve) => {
      backend.engine.work = (order, signal) => {
        // Jobs that another test has left in the queue fail.
        if (!order.filePath.includes(request.clip.id)) throw new MediaWorkError('broken_media', 'Damaged.')
        resolve()
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            abortReason = signal.reason
            reject(signal.reason)
          })
        })
      }
    })
    await backend.database.cutWorker.start(1, runJob)
    await start
    await block(request.video)
    await vi.waitUntil(() => abortReason !== undefined, PATIENTLY)
    await backend.database.cutWorker.stop(5_000)
    expect(abortReason).toMatchObject({ name: 'JobCancelledError' })
    expect(await clipOf(request.clip.id)).toMatchObject({ status: 'failed', errorCode: 'link_blocked' })
    expect(await backend.usedToday(viewer.id)).toBe(0)
  })

  it('during the publication of a cut leaves no file', async () => {
    const viewer = await backend.viewer()
    const request = await createDownload(backend, viewer)
    backend.engine.work = async ({ filePath }) => {
      await writeFile(filePath, 'clip')
      await block(request.video)
      return RECEIPT
    }
    await runJob(request.clip.id)
    expect(await clipOf(request.clip.id)).toMatchObject({ status: 'failed', errorCode: 'link_blocked' })
    expect((await readdir(backend.filesPath)).filter((name) => name.startsWith(request.clip.id))).toEqual([])
    expect(await backend.usedToday(viewer.id)).toBe(0)
  })

  it('of a channel that only the cut discovers ends it before any output', async () => {
    const viewer = await backend.viewer()
    const work = vi.fn(async () => RECEIPT)
    backend.engine.work = work
    await blockIt(backend, 'channel', CHANNEL_ID)
    const request = await createDownload(backend, viewer)
    const resolvedVideo: ResolvedVideo = { ...RESOLVED_VIDEO, channelIds: [CHANNEL_ID, '@somebody'] }
    backend.source.answers.push({ ok: true, video: resolvedVideo })
    await runJob(request.clip.id)
    expect(work).not.toHaveBeenCalled()
    expect(await clipOf(request.clip.id)).toMatchObject({ status: 'failed', errorCode: 'link_blocked' })

    const lateRequest = await createDownload(backend, viewer)
    backend.source.answers.push({ ok: true, video: { ...RESOLVED_VIDEO, channelIds: ['@late'] } })
    backend.engine.work = async ({ filePath }) => {
      await writeFile(filePath, 'clip')
      await blockIt(backend, 'channel', '@Late')
      return RECEIPT
    }
    await runJob(lateRequest.clip.id)
    expect(await clipOf(lateRequest.clip.id)).toMatchObject({
      status: 'failed',
      errorCode: 'link_blocked',
      fileKey: null,
    })
    expect((await readdir(backend.filesPath)).filter((name) => name.startsWith(lateRequest.clip.id))).toEqual([])
    expect(await backend.usedToday(viewer.id)).toBe(0)
  })

  it('stops every concurrent request', async () => {
    const rounds = 12
    for (let roundIndex = 0; roundIndex < rounds; roundIndex++) {
      const viewers = await Promise.all(Array.from({ length: 3 }, () => backend.viewer()))
      const firstVideo = await backend.video(viewers[0]!)
      const videos = [
        firstVideo,
        await copyVideo(backend, firstVideo, viewers[1]!),
        await copyVideo(backend, firstVideo, viewers[2]!),
      ]
      const pro = { ...viewers[2]!, kind: 'pro' as const }
      const item = { videoId: videos[2]!.id, startTime: 0, endTime: 5, quality: '360p' }
      const requestAs = (index: 0 | 1) => requestDownloadOf(backend, videos[index]!, viewers[index]!)
      const actions = [
        () => requestAs(0),
        () => requestAs(1),
        () => createBatch(backend, { body: { items: [item, item] }, viewer: pro, ipAddress: PRIVATE_IP_ADDRESS }),
        () => block(firstVideo),
      ]
      // Over the rounds, the block comes first, last and in between.
      await Promise.all(
        [...actions.slice(roundIndex % 4), ...actions.slice(0, roundIndex % 4)].map((runAction) => runAction()),
      )
      for (const video of videos)
        for (const { clipId, viewerId } of await backend.database.records.downloads.listForVideo(
          video.id,
          video.viewerId,
        )) {
          expect(await clipOf(clipId)).toMatchObject({ status: 'failed', errorCode: 'link_blocked' })
          expect(await backend.usedToday(viewerId)).toBe(0)
        }
    }
  })

  it('stops a link whose source is being queried', async () => {
    const viewer = await backend.viewer()
    const reference = newId().slice(0, 11)
    const { resolve } = backend.source
    backend.source.resolve = async (...args) => {
      await blockIt(backend, 'video', reference)
      return resolve(...args)
    }
    expect(await processLink(backend, { link: `https://youtu.be/${reference}`, viewer, signal: neverAborted })).toEqual(
      refusal,
    )
    backend.source.resolve = async () => {
      throw new Error('Nobody asks about what is blocked.')
    }
    expect(await processLink(backend, { link: `https://youtu.be/${reference}`, viewer, signal: neverAborted })).toEqual(
      refusal,
    )
    backend.source.resolve = resolve
    expect(await backend.database.records.videos.listForViewer(viewer.id, { limit: 9 })).toEqual([])
  })

  it('of a channel applies once the source names the channel, even from a cache', async () => {
    const viewer = await backend.viewer()
    const reference = newId().slice(0, 11)
    const processOnce = () =>
      processLink(
        { ...backend, sources: { youtube: backend.source } },
        { link: `https://youtu.be/${reference}`, viewer, signal: neverAborted },
      )
    backend.source.answers.push({ ok: true, video: { ...RESOLVED_VIDEO, channelIds: ['@cached'] } })
    expect(await processOnce()).toMatchObject({ ok: true })
    const id = await blockIt(backend, 'channel', '@cached')
    const calls = backend.source.asked.length
    expect(await processOnce()).toEqual(refusal)
    expect(backend.source.asked).toHaveLength(calls)
    await unblockLink(backend, { id, by: 'an-admin' })
    expect(await processOnce()).toMatchObject({ ok: true })
  })

  it('is lifted at once for new requests; deleted clips stay deleted', async () => {
    const viewer = await backend.viewer()
    backend.engine.work = async ({ filePath }) => {
      await writeFile(filePath, 'clip')
      return RECEIPT
    }
    const { video, clip, download } = await createFinishedDownload(backend, viewer)
    const id = await block(video)
    expect(await requestDownloadOf(backend, video, viewer)).toEqual(refusal)
    await unblockLink(backend, { id, by: 'an-admin' })
    const secondRequest = await createDownload(backend, viewer, video)
    expect(secondRequest.clip.id).not.toBe(clip.id)
    expect(await openClip(backend, { id: download.id, viewer })).toEqual(refusal)
    expect(await unblockLink(backend, { id, by: 'an-admin' })).toEqual({ ok: false, code: 'not_found' })
  })

  it('is stored once if repeated, even concurrently and in other spellings, with the last reason', async () => {
    const reference = newId().slice(0, 11)
    const spellings = [reference, `https://youtu.be/${reference}`, `https://m.youtube.com/shorts/${reference}`]
    const ids = await Promise.all(spellings.map((link) => blockIt(backend, 'video', link, 'Once')))
    expect(new Set(ids).size).toBe(1)
    expect(await blockIt(backend, 'video', reference, 'Better known')).toBe(ids[0])
    const { rows: blocks } = await listBlocks(backend, {})
    expect(blocks.filter(({ id }) => id === ids[0])).toMatchObject([{ reason: 'Better known', createdBy: null }])
    const auditPage = await backend.database.records.audit.list({ search: reference }, { offset: 0, limit: 9 })
    expect(auditPage.rows.map(({ details }) => details)).toEqual([
      'blocked already; reason: Better known',
      `video: youtube:${reference}; reason: Once`,
    ])
  })

  it('may have an address longer than an index allows', async () => {
    const link = `https://example.org/${'é'.repeat(1500)}.mp4`
    const id = await blockIt(backend, 'video', link)
    const viewer = await backend.viewer()
    const video = await videoWith(viewer, { source: 'media', reference: new URL(link).href })
    expect(await requestDownloadOf(backend, video, viewer)).toEqual(refusal)
    expect(await blockIt(backend, 'video', link)).toBe(id)
  })

  it('leaves files that could not be deleted to the sweep', async () => {
    const viewer = await backend.viewer()
    const { video, clip } = await createFinishedDownload(backend, viewer)
    const files = { ...backend.files, delete: () => Promise.reject(new Error('The process died.')) }
    const dyingDeps = { ...backend, files }
    const body = { kind: 'video', link: video.reference, reason: 'A test' } as const
    await expect(blockLink(dyingDeps, { body, by: 'an-admin' })).rejects.toThrow('The process died.')
    expect((await clipOf(clip.id)).errorCode).toBe('link_blocked')
    expect(await backend.database.records.clips.listFileKeys()).not.toContain(`${clip.id}.mp4`)
  })

  it('does not hide another cause of a failed clip', async () => {
    const viewer = await backend.viewer()
    backend.engine.work = () => Promise.reject(new MediaWorkError('broken_media', 'Damaged.'))
    const request = await createDownload(backend, viewer)
    await runJob(request.clip.id)
    await block(request.video)
    expect((await clipOf(request.clip.id)).errorCode).toBe('broken_media')
  })
})
