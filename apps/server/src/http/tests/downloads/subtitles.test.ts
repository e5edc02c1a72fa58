import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readZip } from '../../../adapters/zip/testing/read-zip.ts'
import { type ResolvedVideo, SourceReadError } from '../../../ports/sources.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { DUBBED_VIDEO, RECEIPT, readDubbedCaptions, writeClip } from '../../../use-cases/testing/test-backend.ts'
import { openTestServer, type TestClient } from '../../testing/open-app.ts'

const { backend, server } = await openTestServer({ rateLimits: false })
backend.source.readCaptions = readDubbedCaptions
afterEach(() => {
  vi.restoreAllMocks()
  backend.source.asked.length = 0
  backend.clock.set(new Date('2026-11-20T12:00:00Z'))
})

interface DownloadRequest {
  ask?: object
  details?: ResolvedVideo
}

let stranger: Awaited<ReturnType<typeof server.createStranger>>
beforeEach(async () => {
  stranger = await server.createStranger()
})
const getAs = (client: TestClient, url: string) => server.call('GET', url, client)
const getOwn = (url: string) => getAs(stranger.client, url)

async function requestDownload({ ask = {}, details = DUBBED_VIDEO }: DownloadRequest = {}) {
  const video = await backend.video(stranger.viewer, { startTime: 8, endTime: 31.5 }, details)
  const body = { quality: '360p', ...ask }
  const answer = await server.call('POST', `/api/video/${video.id}/download`, stranger.client, body)
  expect([answer.status, answer.body.error]).toEqual([202, undefined])
  return answer.body
}

async function cutDownload({ id }: { id: string }, details = DUBBED_VIDEO): Promise<void> {
  const download = await backend.database.records.downloads.find(id, stranger.viewer.id)
  backend.source.answers = [{ ok: true, video: details }]
  await runCutJob(backend, { clipId: download?.clipId ?? '', signal: new AbortController().signal })
  backend.source.answers = []
}

/** Finishes a download. Its clip begins and ends with a frame, a tenth of a second later than requested. */
async function finishDownload(request: DownloadRequest = {}): Promise<string> {
  backend.engine.work = async (order, signal) => ({
    ...(await writeClip(order, signal)),
    shown: [{ startTime: 8.1, endTime: 31.6 }],
  })
  const download = await requestDownload(request)
  await cutDownload(download, request.details)
  return `/api/download/${download.id}`
}

describe('the subtitles of a clip', () => {
  it('come as SubRip, from the first frame of the clip, with the same name', async () => {
    const { status, body, headers } = await getOwn(`${await finishDownload()}/subtitles`)
    expect(status).toBe(200)
    expect(body).toBe(
      '1\n00:00:00,900 --> 00:00:03,900\nacross, in en\n\n2\n00:00:21,900 --> 00:00:23,500\nlate, in en\n',
    )
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="kerf_360p.srt"'),
      'content-length': String(body.length),
      'cache-control': 'private, no-store',
    })
  })

  it('come as WebVTT, and in another language', async () => {
    const { body, headers } = await getOwn(`${await finishDownload()}/subtitles?format=vtt&captions=de`)
    expect(body).toBe(
      'WEBVTT\n\n00:00:00.900 --> 00:00:03.900\nacross, in de\n\n00:00:21.900 --> 00:00:23.500\nlate, in de\n',
    )
    expect(headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="kerf_360p.vtt"'),
    })
  })

  it('are those requested with the clip; HEAD sends no body', async () => {
    const path = `${await finishDownload({ ask: { subtitles: { captions: 'de', as: 'file' } } })}/subtitles`
    expect((await getOwn(path)).body).toContain('across, in de')
    const head = await server.app.inject({ method: 'HEAD', url: path, headers: { cookie: stranger.client.cookie! } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('are placed per joined range, by the request if an old receipt lacks it', async () => {
    backend.engine.work = writeClip
    const ranges = [
      { startTime: 30, endTime: 32 },
      { startTime: 1, endTime: 3 },
    ]
    const path = await finishDownload()
    const download = await backend.database.records.downloads.find(path.split('/').at(-1)!, stranger.viewer.id)
    const clip = { ...(await backend.database.records.clips.find(download!.clipId))!, id: 'joined', ranges }
    await backend.database.records.clips.insert({ ...clip, receipt: RECEIPT, expiresAt: null })
    await backend.database.records.downloads.insert({ ...download!, id: 'x'.repeat(22), clipId: 'joined' })
    const { body } = await getOwn(`/api/download/${'x'.repeat(22)}/subtitles`)
    expect(body).toBe(
      '1\n00:00:00,000 --> 00:00:02,000\nlate, in en\n\n2\n00:00:03,000 --> 00:00:04,000\nearly, in en\n',
    )
  })

  it('are limited in length even if ranges repeat the same part many times', async () => {
    const { readCaptions } = backend.source
    const cues = Array.from({ length: 4_100 }, (_, index) => ({
      startTime: index / 1000,
      endTime: 40,
      text: '&'.repeat(2_000),
    }))
    backend.source.readCaptions = async () => ({ language: 'en', cues })
    backend.engine.work = async (order, signal) => ({
      ...(await writeClip(order, signal)),
      shown: Array.from({ length: 20 }, () => ({ startTime: 0, endTime: 30 })),
    })
    const download = await requestDownload()
    await cutDownload(download)
    const answers = [await getOwn(`/api/download/${download.id}/subtitles?format=vtt`)]
    answers.push(await getOwn(`/api/download/${download.id}/subtitles?format=srt`))
    backend.source.readCaptions = readCaptions
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const { body } of answers) expect(body.length).toBeLessThan(24 * 1024 * 1024)
  })

  it('are read at new URLs once the old ones have expired', async () => {
    const details = { ...DUBBED_VIDEO, addressesExpireAt: '2026-11-20T13:00:00Z' }
    const path = await finishDownload({ details })
    backend.source.asked.length = 0
    const readCaptions = vi.spyOn(backend.source, 'readCaptions')
    await getOwn(`${path}/subtitles`)
    expect(backend.source.asked).toEqual([])
    backend.clock.set(new Date('2026-11-20T14:00:00Z'))
    backend.source.answers = [{ ok: true, video: { ...DUBBED_VIDEO, title: 'found again' } }]
    expect((await getOwn(`${path}/subtitles`)).status).toBe(200)
    expect(readCaptions.mock.calls.map(([{ title }]) => title)).toEqual(['A video', 'found again'])
  })

  it('are available to their owner only', async () => {
    const path = await finishDownload()
    const { client } = await server.createStranger()
    for (const file of ['subtitles', 'zip'])
      expect(await getAs(client, `${path}/${file}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it.each<[string, number, string, () => Promise<string>]>([
    ['of captions that are not there', 404, 'not_found', async () => `${await finishDownload()}/subtitles?captions=fr`],
    ['of another form', 400, 'invalid_request', async () => `${await finishDownload()}/subtitles?format=ass`],
    [
      'of a video without captions',
      404,
      'not_found',
      async () => `${await finishDownload({ details: { ...DUBBED_VIDEO, captions: [] } })}/subtitles`,
    ],
    [
      'of a clip that is not cut yet',
      409,
      'not_ready',
      async () => `/api/download/${(await requestDownload()).id}/subtitles`,
    ],
    [
      'in a zip before the clip is cut',
      409,
      'not_ready',
      async () => `/api/download/${(await requestDownload()).id}/zip`,
    ],
    [
      'of a clip past its time',
      410,
      'expired',
      async () => {
        const path = await finishDownload()
        backend.clock.set(new Date('2026-11-21T12:00:00Z'))
        return `${path}/subtitles`
      },
    ],
    [
      'that the source does not give',
      422,
      'source_failed',
      async () => {
        const path = await finishDownload()
        vi.spyOn(backend.source, 'readCaptions').mockRejectedValue(new SourceReadError('source_failed', '403'))
        return `${path}/zip`
      },
    ],
    [
      'while too many are read',
      503,
      'busy',
      async () => {
        const path = await finishDownload()
        vi.spyOn(backend.source, 'readCaptions').mockRejectedValue(new SourceReadError('busy', 'full'))
        return `${path}/subtitles`
      },
    ],
  ])('%s are refused with the reason', async (_, status, code, path) => {
    expect(await getOwn(await path())).toMatchObject({ status, body: { code } })
  })
})

describe('a clip in a zip with its subtitles', () => {
  it('contains the clip, the SubRip and the WebVTT, and has the announced size', async () => {
    const path = `${await finishDownload({ ask: { subtitles: { captions: 'de', as: 'file' } } })}/zip`
    const { headers, rawPayload } = await server.app.inject({
      url: path,
      headers: { cookie: stranger.client.cookie! },
    })
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(rawPayload.length),
      'content-disposition': expect.stringContaining('filename="kerf_360p.zip"'),
    })
    const files = await readZip(rawPayload)
    expect(files.map(({ name }) => name)).toEqual(['kerf_360p.mp4', 'kerf_360p.srt', 'kerf_360p.vtt'])
    expect(files[0]?.bytes.toString()).toBe('clip')
    for (const format of ['srt', 'vtt']) {
      const text = files.find(({ name }) => name.endsWith(format))?.bytes.toString()
      expect(text).toContain('across, in de')
      expect(text).toBe((await getOwn(path.replace('zip', `subtitles?format=${format}`))).body)
    }
  })
})
