import { beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '../../../adapters/zip/testing/read-zip.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { DUBBED_VIDEO, readDubbedCaptions } from '../../../use-cases/testing/test-backend.ts'
import { openApp, openTestServer } from '../../testing/open-app.ts'

const { backend, people, server } = await openTestServer({ rateLimits: false })
backend.source.readCaptions = readDubbedCaptions
const titleServer = await openApp(backend, people, { rateLimits: false, fileNames: 'title' })

const TITLE = 'A “talk”: 50/50 日本'
const PLAIN_FILE_NAME = 'A “talk” - 50-50 日本 0.08-0.31.5'
const encodeName = (name: string) => encodeURIComponent(name).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
const attachmentHeader = (name: string) =>
  `attachment; filename="${name.replace(/[^ -~]/g, '_')}"; filename*=UTF-8''${encodeName(name)}`

let stranger: Awaited<ReturnType<typeof server.createStranger>>
let path: string
beforeAll(async () => {
  stranger = await server.createStranger()
  const details = { ...DUBBED_VIDEO, title: TITLE }
  const video = await backend.video(stranger.viewer, { startTime: 8, endTime: 31.5 }, details)
  const { body } = await server.call('POST', `/api/video/${video.id}/download`, stranger.client, { quality: '360p' })
  path = `/api/download/${body.id}`
  const download = await backend.database.records.downloads.find(body.id, stranger.viewer.id)
  backend.source.answers = [{ ok: true, video: details }]
  await runCutJob(backend, { clipId: download?.clipId ?? '', signal: new AbortController().signal })
  backend.source.answers = []
})

const contentDispositionOf = async (address: string, otherServer = server) => {
  const { status, headers } = await otherServer.call('GET', path + address, stranger.client)
  expect(status).toBe(200)
  return headers['content-disposition']
}

describe('a saved file', () => {
  it('is named by its quality, or by title and times on request', async () => {
    expect(await contentDispositionOf('/file')).toBe(attachmentHeader('kerf_360p.mp4'))
    expect(await contentDispositionOf('/file?name=title')).toBe(attachmentHeader(`${PLAIN_FILE_NAME}.mp4`))
    expect(await contentDispositionOf('/subtitles?format=vtt&name=title')).toBe(
      attachmentHeader(`${PLAIN_FILE_NAME}.vtt`),
    )
  })

  it("is named by the server's setting unless requested otherwise", async () => {
    expect(await contentDispositionOf('/file', titleServer)).toBe(attachmentHeader(`${PLAIN_FILE_NAME}.mp4`))
    expect(await contentDispositionOf('/file?name=quality', titleServer)).toBe(attachmentHeader('kerf_360p.mp4'))
    expect(await contentDispositionOf('/zip', titleServer)).toBe(attachmentHeader(`${PLAIN_FILE_NAME}.zip`))
  })

  it('has the same kind of name in a zip', async () => {
    const { rawPayload, headers } = await server.app.inject({
      url: `${path}/zip?name=title`,
      headers: { cookie: stranger.client.cookie ?? '' },
    })
    expect(headers['content-disposition']).toBe(attachmentHeader(`${PLAIN_FILE_NAME}.zip`))
    const names = (await readZip(rawPayload)).map(({ name }) => name)
    expect(names).toEqual(['mp4', 'srt', 'vtt'].map((extension) => `${PLAIN_FILE_NAME}.${extension}`))
  })

  it('gets no other name', async () => {
    const { status, body } = await server.call('GET', `${path}/file?name=..%2Fx`, stranger.client)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})
