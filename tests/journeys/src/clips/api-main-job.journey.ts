import type { Download } from '@kerf/contract/download'
import type { ErrorBody } from '@kerf/contract/protocol/error'
import { describe, expect, inject, it } from 'vitest'
import { Visitor } from '../harness/visitor.ts'

const SAMPLE = 'kerf:sample'

const createVisitor = () => new Visitor(inject('sharedKerfUrl'))

describe('a script without a browser, on the sample', () => {
  it('turns a link into a finished clip, fetches it whole and in parts, and deletes it', async () => {
    const someone = createVisitor()
    const video = await someone.process(SAMPLE)
    expect(video).toMatchObject({ source: 'sample', duration: 60, startTime: 0, endTime: 60, youtubeUrl: null })
    expect(video.options.map(({ quality, access }) => `${quality} ${access}`)).toEqual([
      '2160p unavailable',
      '1080p sign_up',
      '720p sign_up',
      '480p sign_up',
      '360p allowed',
      'audio allowed',
    ])

    expect(await someone.setTrim(video, 12.3456, 15.1)).toMatchObject({ startTime: 12.346, endTime: 15.1 })
    const sizeOf = (format: string, range = 'startTime=12.346&endTime=15.1') =>
      someone.call<{ bytes: number | null }>(
        'GET',
        `/api/video/${video.id}/size?quality=360p&format=${format}&${range}`,
      )
    const estimatedBytes = (await sizeOf('mp4')).body.bytes!
    expect((await sizeOf('webp', 'startTime=0&endTime=20')).body).toEqual({ bytes: null, height: null })
    expect((await sizeOf('webp')).body.bytes).toBeGreaterThan(10_000)
    expect(await sizeOf('gif', 'startTime=50&endTime=61')).toMatchObject({
      status: 400,
      body: { code: 'invalid_trim' },
    })
    expect(await sizeOf('tiff')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })

    const requestAnswer = await someone.call<Download>('POST', `/api/video/${video.id}/download`, {
      quality: '360p',
      format: 'mp4',
    })
    expect(requestAnswer.status).toBe(202)
    expect(requestAnswer.body).toMatchObject({ status: 'processing', quality: '360p', format: 'mp4' })

    const earlyAnswer = await someone.call<ErrorBody>('GET', `/api/download/${requestAnswer.body.id}/file`)
    if (earlyAnswer.status !== 200) expect(earlyAnswer).toMatchObject({ status: 409, body: { code: 'not_ready' } })

    const finishedDownload = await someone.waitUntilEnded(requestAnswer.body)
    expect(finishedDownload).toMatchObject({ status: 'completed', progress: 100, fileName: 'kerf_360p.mp4' })
    // 12.346 s is between frames 370 and 371; 15.1 s is frame 453, the first one after the clip.
    expect(finishedDownload.receipt).toMatchObject({ frames: 82 })
    expect(Math.abs(finishedDownload.receipt?.soundOffsetMilliseconds ?? 99)).toBeLessThanOrEqual(1)

    const file = await someone.fetchFile(finishedDownload)
    expect(file.length).toBe(finishedDownload.fileSize)
    expect(Math.abs(estimatedBytes / file.length - 1)).toBeLessThan(0.3)

    // Players and download managers fetch the file in parts.
    const path = `/api/download/${finishedDownload.id}/file`
    const part = await someone.fetch(path, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${file.length}`])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.slice(10, 20))
    expect((await someone.fetch(path, { headers: { range: `bytes=${file.length}-` } })).status).toBe(416)
    const headAnswer = await someone.fetch(path, { method: 'HEAD' })
    expect(headAnswer.headers.get('content-length')).toBe(String(file.length))
    expect(headAnswer.headers.get('content-disposition')).toContain('filename="kerf_360p.mp4"')
    const unchangedAnswer = await someone.fetch(path, {
      headers: { 'if-none-match': headAnswer.headers.get('etag') ?? '' },
    })
    expect(unchangedAnswer.status).toBe(304)

    // A deleted clip is gone at once, and the same request is cut again.
    expect((await someone.call('DELETE', `/api/download/${finishedDownload.id}`)).status).toBe(204)
    expect((await someone.call('GET', `/api/download/${finishedDownload.id}`)).status).toBe(404)
    expect((await someone.call('GET', path)).status).toBe(404)
    const secondDownload = await someone.waitUntilEnded(await someone.requestDownload(video, '360p'))
    expect(secondDownload).toMatchObject({ status: 'completed' })
    expect(secondDownload.id).not.toBe(finishedDownload.id)
  })

  it('gets progress events on request', async () => {
    const someone = createVisitor()
    const processUrl = async (youtubeUrl: string) => {
      const response = await someone.fetch('/api/video/process', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
        body: JSON.stringify({ youtubeUrl }),
      })
      const lines = (await response.text()).trim().split('\n')
      return { cookie: response.headers.get('set-cookie'), progress: lines.map((line) => JSON.parse(line) as object) }
    }
    const { cookie, progress } = await processUrl(SAMPLE)
    expect(cookie).toContain('HttpOnly')
    expect(progress).toMatchObject([{ stage: 'asking' }, { stage: 'describing' }, { video: { duration: 60 } }])
    expect((await processUrl('nonsense')).progress).toMatchObject([{ status: 400, refusal: { code: 'invalid_link' } }])
  })
})

it('a call is the same under any spelling of its address', async () => {
  const someone = createVisitor()
  const answer = await someone.call('POST', '/%61pi/video/process', { youtubeUrl: SAMPLE })
  expect(answer.status).toBe(200)
  expect((await someone.fetch('/%61pi/user/quota')).headers.get('cache-control')).toContain('no-store')
  expect(await someone.call<ErrorBody>('GET', '/%')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
