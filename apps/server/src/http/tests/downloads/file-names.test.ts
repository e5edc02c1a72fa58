import { beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '../../../adapters/zip/testing/read-zip.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { DUBBED, readDubbedCaptions } from '../../../use-cases/testing/workbench.ts'
import { openApp, openAppBench } from '../../testing/open-app.ts'

const { bench, people, server } = await openAppBench({ rateLimits: false })
bench.source.readCaptions = readDubbedCaptions
const byTitle = await openApp(bench, people, { rateLimits: false, fileNames: 'title' })

const TITLE = 'A “talk”: 50/50 日本'
const PLAIN = 'A “talk” - 50-50 日本 0.08-0.31.5'
const encoded = (name: string) => encodeURIComponent(name).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
const attached = (name: string) =>
  `attachment; filename="${name.replace(/[^ -~]/g, '_')}"; filename*=UTF-8''${encoded(name)}`

let someone: Awaited<ReturnType<typeof server.stranger>>
let path: string
beforeAll(async () => {
  someone = await server.stranger()
  const details = { ...DUBBED, title: TITLE }
  const video = await bench.video(someone.viewer, { startTime: 8, endTime: 31.5 }, details)
  const { body } = await server.call('POST', `/api/video/${video.id}/download`, someone.visitor, { quality: '360p' })
  path = `/api/download/${body.id}`
  const download = await bench.database.records.downloads.find(body.id, someone.viewer.id)
  bench.source.answers = [{ ok: true, video: details }]
  await runCutJob(bench, { clipId: download?.clipId ?? '', signal: new AbortController().signal })
  bench.source.answers = []
})

const nameOf = async (address: string, at = server) => {
  const { status, headers } = await at.call('GET', path + address, someone.visitor)
  expect(status).toBe(200)
  return headers['content-disposition']
}

describe('a file is saved', () => {
  it('by its quality, or by its title and times where that is asked for', async () => {
    expect(await nameOf('/file')).toBe(attached('kerf_360p.mp4'))
    expect(await nameOf('/file?name=title')).toBe(attached(`${PLAIN}.mp4`))
    expect(await nameOf('/subtitles?format=vtt&name=title')).toBe(attached(`${PLAIN}.vtt`))
  })

  it('as the server is set, unless something else is asked for', async () => {
    expect(await nameOf('/file', byTitle)).toBe(attached(`${PLAIN}.mp4`))
    expect(await nameOf('/file?name=quality', byTitle)).toBe(attached('kerf_360p.mp4'))
    expect(await nameOf('/zip', byTitle)).toBe(attached(`${PLAIN}.zip`))
  })

  it('in a zip whose entries are named like it', async () => {
    const { rawPayload, headers } = await server.app.inject({
      url: `${path}/zip?name=title`,
      headers: { cookie: someone.visitor.cookie ?? '' },
    })
    expect(headers['content-disposition']).toBe(attached(`${PLAIN}.zip`))
    const names = (await readZip(rawPayload)).map(({ name }) => name)
    expect(names).toEqual(['mp4', 'srt', 'vtt'].map((ending) => `${PLAIN}.${ending}`))
  })

  it('by no other name', async () => {
    const { status, body } = await server.call('GET', `${path}/file?name=..%2Fx`, someone.visitor)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})
