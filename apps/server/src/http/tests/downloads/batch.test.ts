import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import type { Batch } from '@kerf/contract/batch'
import type { Video } from '@kerf/contract/video'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { PATIENTLY } from '@kerf/standins/waits'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readZip } from '../../../adapters/zip/testing/read-zip.ts'
import { readEnvironment } from '../../../config/environment/environment.ts'
import { type RunningServer, startServerProcess } from '../../../config/start-server-process.ts'
import type { Deps } from '../../../use-cases/shared/deps.ts'
import { newId } from '../../../use-cases/shared/new-id.ts'
import { PRESETS } from '../../../use-cases/testing/test-backend.ts'
import { batchRoutes } from '../../batch.ts'

const ADMIN_CREDENTIALS = { email: 'admin@example.org', password: 'a strip of video' }
/** Ranges of the sample, which has 30 frames a second. */
const RANGES = [
  { startTime: 10, endTime: 12.5, frames: 75 },
  { startTime: 1.001, endTime: 2.1, frames: 32 },
  { startTime: 58.9, endTime: 60, frames: 33 },
]

const folder = temporaryDirectory()
let server: RunningServer
/** Cookies of an admin, who has all features of Pro, and of a stranger who has started something. */
let cookies: { admin: string; stranger: string }
let video: Video
beforeAll(async () => {
  server = await startServerProcess(
    readEnvironment({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      ADMIN_EMAIL: ADMIN_CREDENTIALS.email,
      ADMIN_PASSWORD: ADMIN_CREDENTIALS.password,
    }),
  )
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  const signedIn = await call('POST', '/api/auth/signin', '', ADMIN_CREDENTIALS)
  const processAnswer = await call('POST', '/api/video/process', '', { youtubeUrl: 'kerf:sample' })
  cookies = { admin: cookieOf(signedIn), stranger: cookieOf(processAnswer) }
  video = await json(await call('POST', '/api/video/process', cookies.admin, { youtubeUrl: 'kerf:sample' }))
})
afterAll(() => server.stop())

const call = (method: string, path: string, cookie = cookies.admin, body?: object) =>
  fetch(server.url + path, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const json = async <T>(response: Response): Promise<T> => (await response.json()) as T
const requests = (ranges: object[] = RANGES) =>
  ranges.map((range) => ({ videoId: video.id, startTime: 0, endTime: 2, quality: '360p', ...range, frames: undefined }))
const createBatch = (body: object, cookie?: string) => call('POST', '/api/batch', cookie, body)

async function waitUntilEnded(batchOfAnswer: Batch): Promise<Batch> {
  return vi.waitUntil(async () => {
    const batch = await json<Batch>(await call('GET', `/api/batch/${batchOfAnswer.id}`))
    return batch.status !== 'processing' && batch
  }, PATIENTLY)
}

/** Counts the frames of a clip. It decodes them all, and throws at any error. */
async function framesOf(clip: Buffer): Promise<number> {
  const path = join(folder, 'clip.mp4')
  await writeFile(path, clip)
  let frames = 0
  const onFrame = () => {
    frames += 1
  }
  const { audio } = await decodeMedia(path, { ignoreEditLists: false, onFrame, onAudio: () => undefined })
  expect(audio).not.toBeNull()
  return frames
}

describe('a batch over HTTP', () => {
  it('of three ranges returns one zip with three whole clips', async () => {
    const answer = await createBatch({ items: requests() })
    expect(answer.status).toBe(202)
    const newBatch = await json<Batch>(answer)
    expect(newBatch).toMatchObject({
      total: 3,
      downloads: RANGES.map(({ startTime, endTime }) => ({ startTime, endTime })),
    })
    const earlyAnswer = await call('GET', `/api/batch/${newBatch.id}/file`)
    if (earlyAnswer.status === 200) await earlyAnswer.arrayBuffer()
    else expect([earlyAnswer.status, await earlyAnswer.json()]).toMatchObject([409, { code: 'not_ready' }])

    const batch = await waitUntilEnded(newBatch)
    expect(batch).toMatchObject({ status: 'completed', progress: 100, completed: 3, failed: 0, etaSeconds: null })
    const path = `/api/batch/${batch.id}/file`
    const zip = await call('GET', path)
    const bytes = Buffer.from(await zip.arrayBuffer())
    expect(bytes.length).toBe(batch.fileSize)
    const headers = Object.fromEntries(zip.headers)
    expect([zip.status, headers]).toMatchObject([
      200,
      {
        'content-type': 'application/zip',
        'content-length': String(batch.fileSize),
        'content-disposition': expect.stringContaining(`filename="${batch.fileName}"`),
        'cache-control': 'private, no-store',
      },
    ])
    expect(batch.fileName).toMatch(/^kerf_batch_\d{4}-\d\d-\d\d\.zip$/)
    const head = await call('HEAD', path)
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(batch.fileSize)])

    const files = await readZip(bytes)
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^01_[\p{L}\p{N}-]+_0-10\.0-0-12\.5_360p\.mp4$/u),
      expect.stringMatching(/^02_[\p{L}\p{N}-]+_0-01\.001-0-02\.1_360p\.mp4$/u),
      expect.stringMatching(/^03_[\p{L}\p{N}-]+_0-58\.9-1-00\.0_360p\.mp4$/u),
    ])
    for (const [position, { bytes: clip }] of files.entries())
      expect(await framesOf(clip)).toBe(RANGES[position]?.frames)
    const singleFile = await call('GET', `/api/download/${batch.downloads[0]?.id}/file`)
    expect(Buffer.from(await singleFile.arrayBuffer()).equals(files[0]?.bytes ?? Buffer.of())).toBe(true)
    // The batch does not change the range that is stored with the video.
    expect(await json(await call('GET', `/api/video/${video.id}`))).toMatchObject({ startTime: 0, endTime: 60 })
  })

  it('takes one to twenty items, and only a well-formed request id', async () => {
    for (const body of [
      { items: [] },
      { items: Array(21).fill(requests()[0]) },
      { items: requests(), requestId: '../x' },
    ]) {
      const answer = await createBatch(body)
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_request' }])
    }
    expect((await createBatch({ items: requests() }, cookies.stranger)).status).toBe(403)
  })

  it('lets a caller hang up any number of times', async () => {
    const batch = await waitUntilEnded(await json<Batch>(await createBatch({ items: requests() })))
    const hangUp = () =>
      new Promise<void>((resolve, reject) => {
        const options = { headers: { cookie: cookies.admin } }
        const request = get(`${server.url}/api/batch/${batch.id}/file`, options, (answer) => {
          answer.once('data', () => request.destroy()).once('close', resolve)
        })
        request.once('error', reject)
      })
    for (let time = 0; time < 4; time++) await hangUp()
    // The server notices each hang-up a little later.
    await vi.waitUntil(async () => {
      const zip = await call('GET', `/api/batch/${batch.id}/file`)
      return (await zip.arrayBuffer()).byteLength === batch.fileSize
    }, PATIENTLY)
  })
})

it('the batch call is limited to a few times a minute per address', async () => {
  const app = fastify()
  await app.register(rateLimit, { max: 1200, timeWindow: 60_000 })
  const body = { items: [{ videoId: newId(), startTime: 0, endTime: 2, quality: '360p' }] }
  // A stranger's batch is refused before it needs anything but the settings.
  const database = { records: { settings: { read: async () => ({}) } } }
  app.decorate('admitStranger', async () => null)
  app.decorateRequest('viewer', null)
  batchRoutes(app, { database, presets: PRESETS } as unknown as Deps)
  const statuses = []
  for (let index = 0; index < 31; index++)
    statuses.push((await app.inject({ method: 'POST', url: '/api/batch', body })).statusCode)
  expect([statuses.filter((status) => status === 403).length, statuses.at(-1)]).toEqual([30, 429])
  await app.close()
})
