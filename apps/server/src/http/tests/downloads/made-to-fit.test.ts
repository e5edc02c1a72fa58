import type { AdminJob } from '@kerf/contract/admin-jobs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CutInput } from '../../../ports/media.ts'
import { MediaWorkError } from '../../../ports/media.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { copyVideo } from '../../../use-cases/testing/downloads.ts'
import { writeClip } from '../../../use-cases/testing/test-backend.ts'
import { openTestServer, signedInClient } from '../../testing/open-app.ts'

const { backend, people, server } = await openTestServer()
const { session } = await people.signUp({ role: 'admin' })
const admin = signedInClient({ session })
let orders: CutInput[] = []
beforeEach(() => {
  orders = []
  backend.engine.work = async (order, signal) => {
    orders.push(order)
    return writeClip(order, signal)
  }
})

const AREA = { left: 0.25, top: 0, width: 0.5, height: 1 }
const FIT = { maxBytes: 10_000_000, crop: '9:16', loudness: -14, fade: { video: 0.5, audio: 1 } } as const
const MP4 = { quality: '360p', ranges: [{ startTime: 10, endTime: 20 }] }

/** Creates a stranger with a video of their own. */
async function createPerson() {
  const { viewer, client } = await server.createStranger()
  const video = await backend.video(viewer)
  const requestFitted = (options: object) =>
    server.call('POST', `/api/video/${video.id}/download`, client, { ...MP4, ...options })
  const readUrl = (url: string) => server.call('GET', url, client)
  return { viewer, client, video, ask: requestFitted, read: readUrl }
}

async function cutDownload(downloadId: string, viewerId: string): Promise<void> {
  const download = await backend.database.records.downloads.find(downloadId, viewerId)
  await runCutJob(backend, { clipId: download?.clipId ?? '', signal: new AbortController().signal })
}

describe('a clip with fit options', () => {
  it('is cut as requested, reports its options everywhere, and can be repeated from its download', async () => {
    const { viewer, video, ask, read } = await createPerson()
    const answer = await ask(FIT)
    expect(answer).toMatchObject({ status: 202, body: { ...FIT, fileName: 'kerf_360p_9x16_10mb.mp4' } })
    const { id } = answer.body
    await cutDownload(id, viewer.id)
    expect(orders.map(({ spec }) => spec)).toEqual([
      {
        kind: 'video',
        height: null,
        maxBytes: 10_000_000,
        crop: { ratio: 9 / 16 },
        loudness: -14,
        videoFade: 0.5,
        audioFade: 1,
      },
    ])
    const download = await read(`/api/download/${id}`)
    expect(download.body).toMatchObject({ ...FIT, status: 'completed' })
    expect((await read(`/api/video/${video.id}/downloads`)).body.downloads).toEqual([download.body])
    const jobs = await server.call('GET', '/api/admin/jobs', admin)
    expect(jobs.body.find(({ status }: AdminJob) => status === 'completed')).toMatchObject(FIT)

    const { maxBytes, crop, loudness, fade } = download.body
    expect((await ask({ fade, loudness, crop, maxBytes })).body.id).toBe(id)
    const otherAnswers = [await ask({ ...FIT, maxBytes: 8_000_000 }), await ask({ ...FIT, crop: AREA })]
    expect(new Set([id, ...otherAnswers.map(({ body }) => body.id)]).size).toBe(3)
  })

  it('is shared by equal requests, in any order and with options that change nothing', async () => {
    const [firstPerson, secondPerson] = [await createPerson(), await createPerson()]
    const video = await copyVideo(backend, firstPerson.video, secondPerson.viewer)
    const crop = { left: 0, top: 0, width: 0.5, height: 1 }
    const payload = { ...MP4, fade: {}, crop: { height: 1, width: 0.49999, top: 0, left: 0.00001 } }
    await firstPerson.ask({ crop })
    await server.call('POST', `/api/video/${video.id}/download`, secondPerson.client, payload)
    const jobs = await server.call('GET', '/api/admin/jobs', admin)
    const sharedJobs = jobs.body.filter(({ userCount }: AdminJob) => userCount === 2)
    expect(sharedJobs).toMatchObject([{ crop }])
    expect(sharedJobs[0]).not.toHaveProperty('fade')
  })

  it('may be part of a batch', async () => {
    const video = await backend.video({ id: session.account.id, kind: 'admin' })
    const item = { videoId: video.id, startTime: 0, endTime: 5 }
    const batch = (items: object[]) => server.call('POST', '/api/batch', admin, { items })
    const answer = await batch([
      { ...item, ...FIT, quality: '360p' },
      { ...item, quality: 'audio', bitrate: '128k' },
      { ...item, quality: '360p' },
    ])
    expect(answer.status).toBe(202)
    const [fit, mp3, plainDownload] = answer.body.downloads
    expect(fit).toMatchObject(FIT)
    expect(mp3).toMatchObject({ bitrate: '128k', fileName: 'kerf_audio_only_128k.mp3' })
    for (const option of [...Object.keys(FIT), 'bitrate']) expect(plainDownload).not.toHaveProperty(option)
    expect(
      await batch([
        { ...item, quality: '360p' },
        { ...item, quality: 'audio', crop: '1:1' },
      ]),
    ).toMatchObject({
      status: 400,
      body: { error: '"crop" is offered with format mp4, gif, webp, png, not mp3.', details: 'item 2' },
    })
  })

  it.each([
    ['cannot become so small', 'does_not_fit', /does not fit into the size you chose/],
    ['is too large to process', 'media_too_large', /would be too large/],
  ] as const)('fails with a sentence and does not count if it %s', async (_, code, error) => {
    const { viewer, ask, read } = await createPerson()
    backend.engine.work = async () => {
      throw new MediaWorkError(code, 'As the engine says.')
    }
    const { body } = await ask({ maxBytes: 500_000 })
    expect(await backend.usedToday(viewer.id)).toBe(1)
    await cutDownload(body.id, viewer.id)
    expect((await read(`/api/download/${body.id}`)).body).toMatchObject({
      status: 'failed',
      code,
      maxBytes: 500_000,
      error: expect.stringMatching(error),
    })
    expect(await backend.usedToday(viewer.id)).toBe(0)
  })
})

describe('an invalid option is refused in a sentence that names the field:', async () => {
  const { video, client } = await createPerson()
  const CROP = '"crop" must be one of 9:16, 1:1, 4:5, 16:9, or must be an object.'

  it.each([
    ['"maxBytes":1e12', '"maxBytes" must be at most 2000000000.'],
    ['"maxBytes":1e999', '"maxBytes" must be a number.'],
    ['"maxBytes":499999', '"maxBytes" must be at least 500000.'],
    ['"maxBytes":1000000.5', '"maxBytes" must be a whole number.'],
    ['"maxBytes":"10MB"', '"maxBytes" must be a number.'],
    ['"maxBytes":[10000000]', '"maxBytes" must be a number.'],
    ['"maxBytes":null', '"maxBytes" must be a number.'],
    ['"crop":"2:1"', CROP],
    ['"crop":[0,0,1,1]', CROP],
    ['"crop":{"left":0,"top":0,"width":1}', '"crop.height" is missing.'],
    ['"crop":{"left":0,"top":0,"width":"1","height":1}', '"crop.width" must be a number.'],
    ['"crop":{"left":-1,"top":0,"width":1,"height":1}', '"crop.left" must be at least 0.'],
    ['"loudness":-99', '"loudness" must be at least -30.'],
    ['"fade":1', '"fade" must be an object.'],
    ['"fade":{"video":9}', '"fade.video" must be at most 2.'],
    ['"fade":{"__proto__":{"video":1}}', 'The request is not what this call expects.'],
    ['"bitrate":320', '"bitrate" must be one of 320k, 256k, 192k, 128k, v2.'],
    ['"animation":{"width":480}', '"animation.frameRate" is missing.'],
    ['"container":"webm"', '"container" must be mp4.'],
  ])('%s', async (field, error) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/video/${video.id}/download`,
      payload: `{"quality":"360p",${field}}`,
      headers: { 'content-type': 'application/json', cookie: client.cookie },
    })
    const { specific: _, ...errorBody } = answer.json()
    expect([answer.statusCode, errorBody]).toEqual([400, { code: 'invalid_request', error }])
  })
})

describe('the size of a clip with fit options', async () => {
  const { video, read } = await createPerson()
  const size = (query: string, endTime = 20) =>
    read(`/api/video/${video.id}/size?quality=360p&format=mp4&startTime=10&endTime=${endTime}&${query}`)

  it('is at most its limit, follows its area, and has its final height', async () => {
    const plainSize = await size('')
    expect(plainSize.body).toEqual({ bytes: expect.any(Number), height: 360 })
    const croppedSize = await size('crop=9:16')
    expect(croppedSize.body.height).toBe(202)
    expect(croppedSize.body.bytes / plainSize.body.bytes).toBeLessThan(0.7)
    expect((await size('maxBytes=500000', 50)).body).toEqual({ bytes: expect.any(Number), height: 360 })
    expect((await size('maxBytes=500000', 90)).body).toEqual({ bytes: null, height: null })
    expect((await size('crop=0.25,0,0.5,1&maxBytes=2000000000')).body.height).toBe(320)
  })

  it('starts at 0 only if that is stated', async () => {
    const sizeFrom = (startTime: string) =>
      read(`/api/video/${video.id}/size?quality=360p&format=mp4&startTime=${startTime}&endTime=20`)
    expect(await sizeFrom('0')).toMatchObject({ status: 200 })
    for (const emptyText of ['', '%20'])
      expect(await sizeFrom(emptyText)).toMatchObject({ status: 400, body: { error: '"startTime" must be a number.' } })
  })

  it('is refused like the clip', async () => {
    for (const [query, error] of [
      ['maxBytes=', '"maxBytes" must be at least 500000.'],
      ['maxBytes=NaN', '"maxBytes" must be a number.'],
      ['bitrate=128k', '"bitrate" is offered with format mp3, not mp4.'],
      ['crop=2:1', '"crop" must be one of 9:16, 1:1, 4:5, 16:9, or left,top,width,height in shares of the frame.'],
    ] as const)
      expect(await size(query)).toMatchObject({ status: 400, body: { error } })
  })
})

it('an unknown field is named, wherever a program writes it', async () => {
  const { video, client, read } = await createPerson()
  const item = { videoId: video.id, startTime: 10, endTime: 20, quality: '360p' }
  const ranges = [{ startTime: 10, endTime: 20, speed: 2 }]
  const postJson = (url: string, body: object) => server.call('POST', url, client, body)
  const hook = { url: 'https://example.org/hook', events: ['download.failed'], secret: 'mine' }
  for (const [answer, where, field] of [
    [await postJson(`/api/video/${video.id}/download`, { ...MP4, fps: 10 }), 'The body', 'fps'],
    [await postJson(`/api/video/${video.id}/download`, { ...MP4, ranges }), '"ranges[0]"', 'speed'],
    [await postJson('/api/download?quality=360p', { ...MP4, url: 'kerf:sample' }), 'The query', 'quality'],
    [await postJson('/api/batch', { items: [item, { ...item, format: 'gif' }] }), '"items[1]"', 'format'],
    [
      await read(`/api/video/${video.id}/size?quality=360p&format=mp4&startTime=10&endTime=20&fps=9`),
      'The query',
      'fps',
    ],
    [await server.call('POST', '/api/user/webhooks', admin, hook), 'The body', 'secret'],
  ] as const)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: `${where} has a field that this call does not know: "${field}".` },
    })
  expect(await read(`/api/video/${video.id}?now=1`)).toMatchObject({ status: 200 })
})
