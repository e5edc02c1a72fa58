import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findServer, openOnServer } from './open-on-server.ts'

const KEY = `kerf_${'k'.repeat(43)}`
/** A clip that is larger than the buffers of a connection. */
const CLIP_BYTES = randomBytes(16_000_000)
const RANGE = { startTime: 1, endTime: 3 }
const folder = temporaryDirectory()

const VIDEO = {
  id: 'v1',
  title: 'A talk',
  channel: null,
  duration: 60,
  captions: [],
  chapters: [],
  audioTracks: [],
  options: [
    { quality: '720p', access: 'sign_up' },
    { quality: '360p', access: 'allowed' },
    { quality: 'audio', access: 'unavailable' },
  ],
}
const download = (changes: object) => ({
  id: 'd1',
  status: 'processing',
  progress: 40,
  stage: 'encoding',
  fileSize: null,
  receipt: null,
  ...changes,
})
const COMPLETED_DOWNLOAD = download({
  status: 'completed',
  progress: 100,
  fileSize: CLIP_BYTES.length,
  receipt: { frames: 60 },
})

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
const answerWithJson =
  (body: object, status = 200): Handler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Handlers for the requests of each call, in sequence. The last one is repeated. */
let handlers: Record<string, Handler[]> = {}
let requests: { call: string; authorization: string | undefined; range: string | undefined }[] = []
const standin = await listenOnLoopback(
  createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    const { authorization, range } = request.headers
    requests.push({ call, authorization, range })
    const [handler, ...laterHandlers] = handlers[call] ?? [
      answerWithJson({ error: 'There is nothing here.', code: 'not_found' }, 404),
    ]
    if (laterHandlers.length > 0) handlers[call] = laterHandlers
    request.resume().on('end', () => handler!(request, response))
  }),
)
afterAll(() => standin.close())
const origin = `http://127.0.0.1:${standin.port}`

beforeEach(() => {
  requests = []
  handlers = {
    'POST /api/video/process': [answerWithJson(VIDEO)],
    'POST /api/download': [answerWithJson(download({}), 202)],
    'GET /api/download/d1': [answerWithJson(COMPLETED_DOWNLOAD)],
    'GET /api/download/d1/file': [(_, response) => response.end(CLIP_BYTES)],
    'POST /api/download/d1/cancel': [answerWithJson(download({ status: 'cancelled' }))],
  }
})

let clipCount = 0
const nextPath = () => {
  clipCount += 1
  return join(folder, `clip${clipCount}.mp4`)
}
async function cutOnServer(
  signal = new AbortController().signal,
  onProgress: (done: number) => void = () => undefined,
  filePath = nextPath(),
  address = origin,
) {
  const openedVideo = await openOnServer('https://youtu.be/aqz-KE-bpKQ', {
    address,
    key: KEY,
    directory: folder,
    signal,
  })
  const outcome = await openedVideo.video.cut(
    { ranges: [RANGE], quality: null, format: 'mp4', options: {} },
    filePath,
    {
      signal,
      onProgress: ({ done }) => onProgress(done),
    },
  )
  return { outcome, bytes: await readFile(filePath), video: openedVideo.video }
}

describe('a clip that a server cuts', () => {
  it('is requested with the key, polled, and downloaded', async () => {
    const { outcome, bytes, video } = await cutOnServer()
    expect([outcome, bytes.equals(CLIP_BYTES)]).toEqual([{ ok: true, value: { frames: 60 } }, true])
    expect(video).toMatchObject({ hasVideo: true, hasAudio: false, qualities: ['360p'], durationSeconds: 60 })
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${KEY}`]))
  })

  it('is complete even if the connection is lost or the server restarts', async () => {
    const halfBytes = Math.round(CLIP_BYTES.length / 2)
    handlers['GET /api/download/d1'] = [answerWithJson({}, 502), answerWithJson(COMPLETED_DOWNLOAD)]
    handlers['GET /api/download/d1/file'] = [
      (_, response) => {
        response.writeHead(200, { 'content-length': CLIP_BYTES.length })
        response.write(CLIP_BYTES.subarray(0, halfBytes), () => response.destroy())
      },
      ({ headers }, response) =>
        response.writeHead(206).end(CLIP_BYTES.subarray(Number(/\d+/.exec(headers.range!)![0]))),
    ]
    expect((await cutOnServer()).bytes.equals(CLIP_BYTES)).toBe(true)
    expect(requests.at(-1)!.range).toMatch(/^bytes=[1-9]\d+-$/)
  })

  it('is complete even if the connection is lost repeatedly, as long as each attempt gets some bytes', async () => {
    const chunkBytes = Math.ceil(CLIP_BYTES.length / 9)
    handlers['GET /api/download/d1/file'] = [
      ({ headers }, response) => {
        const from = Number(/\d+/.exec(headers.range ?? '0')![0])
        response.writeHead(from > 0 ? 206 : 200, { 'content-length': CLIP_BYTES.length - from })
        response.write(CLIP_BYTES.subarray(from, from + chunkBytes), () => response.destroy())
      },
    ]
    expect((await cutOnServer()).bytes.equals(CLIP_BYTES)).toBe(true)
  })

  it.skipIf(process.platform !== 'linux')('fails with a sentence if the disk is full', async () => {
    await expect(cutOnServer(undefined, undefined, '/dev/full')).rejects.toMatchObject({
      code: 'output_failed',
      message: 'The clip cannot be written: the disk is full.',
    })
  })

  it('is complete even if the connection is lost during a status request', async () => {
    handlers['GET /api/download/d1'] = [
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
        response.write('{"id":', () => response.destroy())
      },
      answerWithJson(COMPLETED_DOWNLOAD),
    ]
    expect((await cutOnServer()).bytes.equals(CLIP_BYTES)).toBe(true)
  })

  it('is complete even if the server limits requests for a moment', async () => {
    const tooManyRequests = answerWithJson({ error: 'Please slow down.', code: 'too_many_requests' }, 429)
    handlers['GET /api/download/d1']!.unshift(tooManyRequests)
    handlers['GET /api/download/d1/file']!.unshift(tooManyRequests)
    expect((await cutOnServer()).bytes.equals(CLIP_BYTES)).toBe(true)
  })

  it('is downloaded again if the server does not support range requests', async () => {
    handlers['GET /api/download/d1/file']!.unshift((_, response) => {
      response.writeHead(200, { 'content-length': CLIP_BYTES.length })
      response.write(CLIP_BYTES.subarray(0, -9), () => response.destroy())
    })
    expect((await cutOnServer()).bytes.equals(CLIP_BYTES)).toBe(true)
  })

  it('is complete if the connection is lost after its last byte', async () => {
    const path = nextPath()
    const sizeHere = async () => (await stat(path).catch(() => null))?.size
    handlers['GET /api/download/d1/file'] = [
      // The response has no length, like that of a proxy that sends chunks.
      async (_, response) => {
        response.write(CLIP_BYTES)
        await expect.poll(sizeHere).toBe(CLIP_BYTES.length)
        response.destroy()
      },
      (_, response) => void response.writeHead(416).end(),
    ]
    expect((await cutOnServer(undefined, undefined, path)).bytes.equals(CLIP_BYTES)).toBe(true)
  })

  it('is cancelled on the server if the user aborts', async () => {
    handlers['GET /api/download/d1'] = [answerWithJson(download({}))]
    const abortController = new AbortController()
    await expect(cutOnServer(abortController.signal, () => abortController.abort(new Error('left')))).rejects.toThrow(
      'left',
    )
    expect(requests.at(-1)!.call).toBe('POST /api/download/d1/cancel')
  })

  it.each([
    [
      'fails',
      answerWithJson(download({ status: 'failed', code: 'cut_failed', error: 'It could not be cut.' })),
      'It could not be cut.',
    ],
    [
      'was cancelled',
      answerWithJson(download({ status: 'cancelled', error: 'You cancelled it.' })),
      'You cancelled it.',
    ],
    ['is gone', answerWithJson({ error: 'There is nothing here.', code: 'not_found' }, 404), 'There is nothing here.'],
  ])("fails with the server's sentence if the download %s", async (_, answer, sentence) => {
    handlers['GET /api/download/d1'] = [answer]
    await expect(cutOnServer()).rejects.toThrow(sentence)
  })

  it.each([
    [
      'refuses',
      answerWithJson({ error: 'This API key was revoked.', code: 'not_signed_in' }, 401),
      'This API key was revoked.',
    ],
    [
      'answers with a page',
      ((_, response) => response.end('<!doctype html>')) as Handler,
      `127.0.0.1:${standin.port} is not a Kerf.`,
    ],
    ['answers with unknown JSON', answerWithJson({}), `127.0.0.1:${standin.port} is not a Kerf.`],
    ['breaks', ((_, response) => response.writeHead(500).end()) as Handler, 'answered with status 500.'],
  ])('fails if the server %s', async (_, answer, sentence) => {
    handlers['POST /api/video/process'] = [answer]
    await expect(cutOnServer()).rejects.toThrow(sentence)
  })

  it('can be made by a server whose address has a path', async () => {
    handlers = Object.fromEntries(
      Object.entries(handlers).map(([call, answer]) => [call.replace(' /', ' /kerf/'), answer]),
    )
    const { bytes } = await cutOnServer(undefined, undefined, undefined, `${origin}/kerf`)
    expect(bytes.equals(CLIP_BYTES)).toBe(true)
  })

  it('does not send the key to another server after a redirect', async () => {
    const visits: string[] = []
    const otherServer = await listenOnLoopback(createServer((request) => visits.push(request.url!)))
    const location = `http://127.0.0.1:${otherServer.port}/`
    handlers['POST /api/video/process'] = [(_, response) => response.writeHead(308, { location }).end()]
    await expect(cutOnServer()).rejects.toThrow(`${origin} leads to ${location}. Use that address.`)
    expect(visits).toEqual([])
    await otherServer.close()
  })
})

describe('the choice of the server', () => {
  const chooseServer = (server: string | null, key: string | null, environment = {}, isDryRun = false) =>
    findServer({ server, key, isDryRun }, environment)

  it('comes from the option, else from the environment, else there is none', () => {
    const environment = { KERF_SERVER: 'https://home.example/', KERF_KEY: 'kerf_b' }
    expect(chooseServer(null, null)).toBe(null)
    expect(chooseServer(null, null, environment)).toEqual({ address: 'https://home.example', key: 'kerf_b' })
    expect(chooseServer('http://kerf.lan:3000', 'kerf_a', environment)).toEqual({
      address: 'http://kerf.lan:3000',
      key: 'kerf_a',
    })
    expect(chooseServer('https://home.example/kerf/tools', 'kerf_a')?.address).toBe('https://home.example/kerf')
  })

  it.each([
    [['kerf.example', 'kerf_a'], '"kerf.example" is not the address of a server.'],
    [['ftp://kerf.example', 'kerf_a'], '"ftp://kerf.example" is not the address of a server.'],
    [['https://kerf.example', null], 'A server needs an API key: set KERF_KEY, or use --key.'],
    [['https://kerf.example', 'kerf_\n'], 'The API key has characters that no key has.'],
    [[null, 'kerf_a'], '--key is for --server URL.'],
    [['https://kerf.example', 'kerf_a', {}, true], '--dry-run does not work with --server.'],
  ] as [Parameters<typeof chooseServer>, string][])('is refused with a sentence: %j', (words, sentence) => {
    expect(() => chooseServer(...words)).toThrow(sentence)
  })

  it('is refused for a local file', async () => {
    const openingVideo = openOnServer('apps/cli/package.json', {
      address: origin,
      key: KEY,
      directory: join(import.meta.dirname, '../../../..'),
      signal: new AbortController().signal,
    })
    await expect(openingVideo).rejects.toThrow(
      'apps/cli/package.json is a file on this machine. A server cuts links only.',
    )
  })
})
