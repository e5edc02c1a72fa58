import { describe, expect, it } from 'vitest'
import type { DownloadRecord } from '../../../ports/clips.ts'
import { changePerson } from '../../../use-cases/admin/change-person.ts'
import { cancelJob } from '../../../use-cases/admin/jobs.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { blockIt } from '../../../use-cases/testing/blocks.ts'
import { copyVideo, createDownload, createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openWebhookServer, type WebhookOwner } from '../../testing/open-webhook-server.ts'

const DAY_SECONDS = 24 * 3600

const { backend, people, server, deliver, createPerson, batchOf, verify } = await openWebhookServer()

interface RequestedBatch {
  owner: WebhookOwner
  id: string
  last: DownloadRecord
}

describe('the receiver of a webhook', () => {
  it('gets a finished clip, signed as in Standard Webhooks', async () => {
    const anna = await createPerson()
    const { download } = await createFinishedDownload(backend, anna.viewer)
    await deliver()
    expect(anna.got()).toHaveLength(1)
    expect(verify(anna.secret, anna.got()[0]!)).toEqual(anna.events()[0])
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, anna.got()[0]!)).toThrow()
    expect(() => verify(anna.secret, { ...anna.got()[0]!, body: '{}' })).toThrow()
    expect(anna.events()[0]).toMatchObject({
      type: 'download.completed',
      data: { id: download.id, status: 'completed', fileName: 'kerf_360p.mp4', fileSize: 4, receipt: { frames: 300 } },
    })
    expect(await anna.deliveries()).toMatchObject([
      { event: 'download.completed', status: 'delivered', statusCode: 204, tries: 1, nextTryAt: null },
    ])
  })

  it('gets the failure reason, only its subscribed events, and none of other accounts', async () => {
    const [anna, mallory] = [await createPerson({ events: ['download.failed'] }), await createPerson()]
    await createFinishedDownload(backend, anna.viewer)
    backend.source.answers.push({ ok: false, code: 'video_private' })
    const { clip } = await createDownload(backend, anna.viewer)
    await runCutJob(backend, { clipId: clip.id, signal: new AbortController().signal })
    await deliver()
    expect(anna.events()).toMatchObject([
      { type: 'download.failed', data: { status: 'failed', code: 'video_private', error: 'This video is private.' } },
    ])
    expect(mallory.got()).toEqual([])
  })

  it('gets a clip that was already finished when requested', async () => {
    const [anna, ben] = [await createPerson(), await createPerson()]
    const { video } = await createFinishedDownload(backend, anna.viewer)
    const { download } = await createDownload(backend, ben.viewer, await copyVideo(backend, video, ben.viewer))
    await deliver()
    expect(ben.events()).toMatchObject([{ type: 'download.completed', data: { id: download.id } }])
  })

  it('gets one event when a batch ends, however its clips ended', async () => {
    const anna = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch, downloads } = await batchOf(anna, 3)
    const [first, second, thirdDownload] = downloads
    await server.call('POST', `/api/download/${second!.id}/cancel`, anna.client)
    await runCutJob(backend, { clipId: first!.clipId, signal: new AbortController().signal })
    await deliver()
    expect(anna.got()).toEqual([])
    await runCutJob(backend, { clipId: thirdDownload!.clipId, signal: new AbortController().signal })
    await deliver()
    expect(anna.events()).toMatchObject([
      {
        type: 'batch.completed',
        data: { id: batch.id, completed: 2, failed: 0, cancelled: 1, downloads: downloads.map(({ id }) => id) },
      },
    ])
  })

  it('gets a failed clip and batch after an admin blocks their video', async () => {
    const anna = await createPerson({ plan: true })
    const { batch, downloads } = await batchOf(anna, 1)
    const { reference } = (await backend.database.records.clips.find(downloads[0]!.clipId))!
    await blockIt(backend, 'video', `https://youtu.be/${reference}`)
    await deliver()
    // Two are sent at a time, so either may arrive first.
    const eventData = Object.fromEntries(anna.events().map(({ type, data }) => [type, data]))
    expect(eventData).toMatchObject({
      'download.failed': { id: downloads[0]!.id, status: 'failed', code: 'link_blocked' },
      'batch.completed': { id: batch.id, completed: 0, failed: 1, cancelled: 0 },
    })
  })

  it.each<[string, (asked: RequestedBatch) => Promise<unknown>]>([
    ['its owner cancels the rest', ({ owner, id }) => server.call('POST', `/api/batch/${id}/cancel`, owner.client)],
    ['an admin cancels the last job', ({ last }) => cancelJob(backend, { id: last.clipId, by: 'an-admin' })],
  ])('gets the end of a batch when %s', async (_, cancel) => {
    const owner = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch, downloads } = await batchOf(owner, 2)
    const [first, lastDownload] = downloads
    await runCutJob(backend, { clipId: first!.clipId, signal: new AbortController().signal })
    await cancel({ owner, id: batch.id, last: lastDownload! })
    await deliver()
    expect(owner.events()).toMatchObject([
      { type: 'batch.completed', data: { id: batch.id, completed: 1, failed: 0, cancelled: 1 } },
    ])
  })

  it('gets the end of a batch by suspension once its owner is no longer suspended', async () => {
    const owner = await createPerson({ plan: true, events: ['batch.completed'] })
    const { batch } = await batchOf(owner, 2)
    const admin = (await people.signUp({ role: 'admin' })).session.account
    const suspend = (isActive: boolean) =>
      changePerson(backend, { id: owner.viewer.id, change: { isActive }, by: admin.id })
    await suspend(false)
    await deliver()
    expect(owner.got()).toEqual([])
    await suspend(true)
    await deliver()
    expect(owner.events()).toMatchObject([
      { type: 'batch.completed', data: { id: batch.id, completed: 0, failed: 0, cancelled: 2 } },
    ])
  })

  it('can verify with the former secret for a day after a rotation', async () => {
    const anna = await createPerson()
    const { secret } = (await anna.call('POST', '/rotate')).body
    expect(secret).not.toBe(anna.secret)
    await anna.call('POST', '/test')
    await deliver()
    for (const validSecret of [secret, anna.secret])
      expect(verify(validSecret, anna.got()[0]!)).toMatchObject({ type: 'webhook.test' })
    backend.clock.pass(DAY_SECONDS + 1)
    await anna.call('POST', '/test')
    await deliver()
    expect(verify(secret, anna.got()[1]!)).toMatchObject({ type: 'webhook.test' })
    expect(() => verify(anna.secret, anna.got()[1]!)).toThrow()
  })
})
