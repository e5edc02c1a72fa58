import { PROCESS_EVENTS_TYPE } from '@kerf/contract/process-events'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { failClip } from '../../../use-cases/downloads/end-download.ts'
import { newId } from '../../../use-cases/shared/new-id.ts'
import { createDownload, createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openTestServer, signedInClient } from '../../testing/open-app.ts'

const CAUSE = 'ERROR: [youtube] x: only its maker knows https://cdn.example/video?sig=s3cret'

const lines: string[] = []
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const { backend, people, server } = await openTestServer({ logger })
const admin = signedInClient(await people.signUp({ role: 'admin' }))
const ask = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { ...(admin.cookie ? { cookie: admin.cookie } : {}), ...headers } })

describe('the calls for the job queue', () => {
  it('list a page with the total, filtered by state on request', async () => {
    const { clip } = await createDownload(backend, await backend.viewer())
    const allJobs = await server.call('GET', '/api/admin/jobs', admin)
    expect(allJobs.body.map(({ id }: { id: string }) => id)).toContain(clip.id)
    expect(Number(allJobs.headers['x-total-count'])).toBe(allJobs.body.length)
    const failedJobs = await server.call('GET', '/api/admin/jobs?status=failed&page=1', admin)
    expect([failedJobs.status, failedJobs.body, failedJobs.headers['x-total-count']]).toEqual([200, [], '0'])
    expect((await server.call('GET', '/api/admin/jobs?status=lost', admin)).status).toBe(400)
  })

  it('retry and cancel', async () => {
    const { clip } = await createDownload(backend, await backend.viewer())
    const url = `/api/admin/jobs/${clip.id}`
    expect(await server.call('POST', `${url}/retry`, admin)).toMatchObject({
      status: 409,
      body: { code: 'job_not_open' },
    })
    await failClip(backend, { clipId: clip.id, errorCode: 'source_timeout', cause: new Error('slow') })
    expect(await server.call('POST', `${url}/retry`, admin)).toMatchObject({ status: 200, body: { status: 'queued' } })
    expect(await server.call('POST', `${url}/cancel`, admin)).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    })
    expect((await server.call('POST', `/api/admin/jobs/${newId()}/cancel`, admin)).status).toBe(404)
  })

  it('send the file inline, whole or in part', async () => {
    const { clip } = await createFinishedDownload(backend, await backend.viewer())
    const url = `/api/admin/jobs/${clip.id}/file`
    const wholeFile = await ask(url)
    expect([wholeFile.statusCode, wholeFile.body]).toEqual([200, 'clip'])
    expect(wholeFile.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline; filename="kerf_360p.mp4"; filename*=UTF-8\'\'kerf_360p.mp4',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    })
    const part = await ask(url, { range: 'bytes=1-2' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'li', 'bytes 1-2/4'])
    expect((await ask(url, { range: 'bytes=9-' })).statusCode).toBe(416)
  })
})

describe('the cause of a refused link', () => {
  it('is logged with the request id, and not part of the answer', async () => {
    backend.source.resolve = async () => ({ ok: false, code: 'video_private', cause: CAUSE })
    const url = '/api/video/process'
    const payload = { youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' }
    const jsonAnswer = await server.app.inject({ method: 'POST', url, payload })
    const streamedAnswer = await server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { accept: PROCESS_EVENTS_TYPE },
    })
    expect(streamedAnswer.headers['x-accel-buffering']).toBe('no')
    expect(jsonAnswer.json()).toEqual({ code: 'video_private', error: expect.any(String) })
    for (const answer of [jsonAnswer, streamedAnswer]) {
      const responseText = `${JSON.stringify(answer.headers)} ${answer.body}`
      expect(responseText).toContain('video_private')
      expect(responseText).not.toMatch(/only its maker|cause/)
    }
    const refusals = lines.filter((line) => line.includes('link refused')).map((line) => JSON.parse(line))
    expect(refusals).toHaveLength(2)
    for (const line of refusals)
      expect(line).toMatchObject({
        level: 30,
        code: 'video_private',
        requestId: expect.any(String),
        cause: 'ERROR: [youtube] x: only its maker knows https://cdn.example/video',
      })
  })

  it('is not logged as a failure if the caller leaves before the link is read', async () => {
    const { resolve } = backend.source
    const [resolveStart, resolveEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    backend.source.resolve = (_reference, signal) =>
      new Promise((_, reject) => {
        resolveStart.resolve()
        signal.addEventListener('abort', () => {
          reject(signal.reason)
          resolveEnd.resolve()
        })
      })
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const controller = new AbortController()
    const processCall = fetch(`${origin}/api/video/process`, {
      method: 'POST',
      signal: controller.signal,
      headers: { accept: PROCESS_EVENTS_TYPE, 'content-type': 'application/json' },
      body: JSON.stringify({ youtubeUrl: 'https://youtu.be/BaW_jenozKc' }),
    })
    const refusedCall = expect(processCall.then((answer) => answer.text())).rejects.toThrow()
    await resolveStart.promise
    controller.abort()
    await refusedCall
    await resolveEnd.promise
    backend.source.resolve = resolve
    // The server would log the hang-up before it answers another call.
    await fetch(`${origin}/api/plans`)
    expect(lines.filter((line) => line.includes('hung up'))).toEqual([])
  })

  it('and of a failed clip is in no answer to its viewer', async () => {
    const { viewer, client } = await server.createStranger()
    const { clip, download, video } = await createDownload(backend, viewer)
    await failClip(backend, { clipId: clip.id, errorCode: 'cut_failed', cause: new Error('only its maker knows') })
    for (const url of [
      `/api/download/${download.id}`,
      `/api/video/${video.id}/downloads`,
      `/api/download/${download.id}/file`,
    ]) {
      const { body } = await server.call('GET', url, client)
      expect(JSON.stringify(body)).toContain('cut_failed')
      expect(JSON.stringify(body)).not.toMatch(/only its maker|cause/i)
    }
    const [job] = (await server.call('GET', '/api/admin/jobs?status=failed', admin)).body
    expect(job).toMatchObject({ id: clip.id, cause: 'only its maker knows' })
  })
})
