import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openOnServer, serverOf } from './open-on-server.ts'

const KEY = `kerf_${'k'.repeat(43)}`
/** A clip that is larger than the buffers of a connection. */
const CLIP = randomBytes(16_000_000)
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
const DONE = download({ status: 'completed', progress: 100, fileSize: CLIP.length, receipt: { frames: 60 } })

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown
const json =
  (body: object, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Answers to each call in sequence. The last one is repeated. */
let answers: Record<string, Answer[]> = {}
let requests: { call: string; authorization: string | undefined; range: string | undefined }[] = []
const standin = await listenOnLoopback(
  createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    const { authorization, range } = request.headers
    requests.push({ call, authorization, range })
    const [answer, ...laterAnswers] = answers[call] ?? [
      json({ error: 'There is nothing here.', code: 'not_found' }, 404),
    ]
    if (laterAnswers.length > 0) answers[call] = laterAnswers
    request.resume().on('end', () => answer!(request, response))
  }),
)
afterAll(() => standin.close())
const origin = `http://127.0.0.1:${standin.port}`

beforeEach(() => {
  requests = []
  answers = {
    'POST /api/video/process': [json(VIDEO)],
    'POST /api/download': [json(download({}), 202)],
    'GET /api/download/d1': [json(DONE)],
    'GET /api/download/d1/file': [(_, response) => response.end(CLIP)],
    'POST /api/download/d1/cancel': [json(download({ status: 'cancelled' }))],
  }
})

let clips = 0
const nextPath = () => {
  clips += 1
  return join(folder, `clip${clips}.mp4`)
}
async function cut(
  signal = new AbortController().signal,
  onProgress: (done: number) => void = () => undefined,
  filePath = nextPath(),
  address = origin,
) {
  const opened = await openOnServer('https://youtu.be/aqz-KE-bpKQ', { address, key: KEY, directory: folder, signal })
  const outcome = await opened.video.cut({ ranges: [RANGE], quality: null, format: 'mp4', options: {} }, filePath, {
    signal,
    onProgress: ({ done }) => onProgress(done),
  })
  return { outcome, bytes: await readFile(filePath), video: opened.video }
}

describe('a clip that a server cuts', () => {
  it('is requested with the key, followed, and fetched', async () => {
    const { outcome, bytes, video } = await cut()
    expect([outcome, bytes.equals(CLIP)]).toEqual([{ ok: true, value: { frames: 60 } }, true])
    expect(video).toMatchObject({ hasVideo: true, hasAudio: false, qualities: ['360p'], durationSeconds: 60 })
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${KEY}`]))
  })

  it('arrives whole when the connection is lost in its middle, or the server restarts', async () => {
    const half = Math.round(CLIP.length / 2)
    answers['GET /api/download/d1'] = [json({}, 502), json(DONE)]
    answers['GET /api/download/d1/file'] = [
      (_, response) => {
        response.writeHead(200, { 'content-length': CLIP.length })
        response.write(CLIP.subarray(0, half), () => response.destroy())
      },
      ({ headers }, response) => response.writeHead(206).end(CLIP.subarray(Number(/\d+/.exec(headers.range!)![0]))),
    ]
    expect((await cut()).bytes.equals(CLIP)).toBe(true)
    expect(requests.at(-1)!.range).toMatch(/^bytes=[1-9]\d+-$/)
  })

  it('arrives whole over a connection that is lost again and again, as long as some of it comes each time', async () => {
    const part = Math.ceil(CLIP.length / 9)
    answers['GET /api/download/d1/file'] = [
      ({ headers }, response) => {
        const from = Number(/\d+/.exec(headers.range ?? '0')![0])
        response.writeHead(from > 0 ? 206 : 200, { 'content-length': CLIP.length - from })
        response.write(CLIP.subarray(from, from + part), () => response.destroy())
      },
    ]
    expect((await cut()).bytes.equals(CLIP)).toBe(true)
  })

  it.skipIf(process.platform !== 'linux')('that finds no room here is a failure with a sentence', async () => {
    await expect(cut(undefined, undefined, '/dev/full')).rejects.toMatchObject({
      code: 'output_failed',
      message: 'The clip cannot be written: the disk is full.',
    })
  })

  it('arrives also when the server goes away in the middle of saying how far it is', async () => {
    answers['GET /api/download/d1'] = [
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
        response.write('{"id":', () => response.destroy())
      },
      json(DONE),
    ]
    expect((await cut()).bytes.equals(CLIP)).toBe(true)
  })

  it('arrives also when the server has for a moment had enough of calls from here', async () => {
    const enough = json({ error: 'Please slow down.', code: 'too_many_requests' }, 429)
    answers['GET /api/download/d1']!.unshift(enough)
    answers['GET /api/download/d1/file']!.unshift(enough)
    expect((await cut()).bytes.equals(CLIP)).toBe(true)
  })

  it('begins anew where a server cannot go on', async () => {
    answers['GET /api/download/d1/file']!.unshift((_, response) => {
      response.writeHead(200, { 'content-length': CLIP.length })
      response.write(CLIP.subarray(0, -9), () => response.destroy())
    })
    expect((await cut()).bytes.equals(CLIP)).toBe(true)
  })

  it('is whole when the connection is lost behind its last byte', async () => {
    const path = nextPath()
    const sizeHere = async () => (await stat(path).catch(() => null))?.size
    answers['GET /api/download/d1/file'] = [
      // The answer has no length, as from a proxy that sends chunks.
      async (_, response) => {
        response.write(CLIP)
        await expect.poll(sizeHere).toBe(CLIP.length)
        response.destroy()
      },
      (_, response) => void response.writeHead(416).end(),
    ]
    expect((await cut(undefined, undefined, path)).bytes.equals(CLIP)).toBe(true)
  })

  it('is cancelled there when nobody waits any more', async () => {
    answers['GET /api/download/d1'] = [json(download({}))]
    const leaving = new AbortController()
    await expect(cut(leaving.signal, () => leaving.abort(new Error('left')))).rejects.toThrow('left')
    expect(requests.at(-1)!.call).toBe('POST /api/download/d1/cancel')
  })

  it.each([
    [
      'fails',
      json(download({ status: 'failed', code: 'cut_failed', error: 'It could not be cut.' })),
      'It could not be cut.',
    ],
    ['was cancelled', json(download({ status: 'cancelled', error: 'You cancelled it.' })), 'You cancelled it.'],
    ['is gone', json({ error: 'There is nothing here.', code: 'not_found' }, 404), 'There is nothing here.'],
  ])('that %s is a failure with the sentence of the server', async (_, answer, sentence) => {
    answers['GET /api/download/d1'] = [answer]
    await expect(cut()).rejects.toThrow(sentence)
  })

  it.each([
    ['refuses', json({ error: 'This API key was revoked.', code: 'not_signed_in' }, 401), 'This API key was revoked.'],
    [
      'is no Kerf',
      ((_, response) => response.end('<!doctype html>')) as Answer,
      `127.0.0.1:${standin.port} is not a Kerf.`,
    ],
    ['speaks JSON and is no Kerf', json({}), `127.0.0.1:${standin.port} is not a Kerf.`],
    ['breaks', ((_, response) => response.writeHead(500).end()) as Answer, 'answered with status 500.'],
  ])('is none where the server %s', async (_, answer, sentence) => {
    answers['POST /api/video/process'] = [answer]
    await expect(cut()).rejects.toThrow(sentence)
  })

  it('is made by a server below the path of its address', async () => {
    answers = Object.fromEntries(
      Object.entries(answers).map(([call, answer]) => [call.replace(' /', ' /kerf/'), answer]),
    )
    const { bytes } = await cut(undefined, undefined, undefined, `${origin}/kerf`)
    expect(bytes.equals(CLIP)).toBe(true)
  })

  it('takes its key to no other server', async () => {
    const visits: string[] = []
    const otherServer = await listenOnLoopback(createServer((request) => visits.push(request.url!)))
    const location = `http://127.0.0.1:${otherServer.port}/`
    answers['POST /api/video/process'] = [(_, response) => response.writeHead(308, { location }).end()]
    await expect(cut()).rejects.toThrow(`${origin} leads to ${location}. Use that address.`)
    expect(visits).toEqual([])
    await otherServer.close()
  })
})

describe('which server cuts', () => {
  const chooseServer = (server: string | null, key: string | null, environment = {}, isDryRun = false) =>
    serverOf({ server, key, isDryRun }, environment)

  it('is what was typed, else what the environment says, else none', () => {
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

  it('cuts no file of this machine', async () => {
    const file = openOnServer('apps/cli/package.json', {
      address: origin,
      key: KEY,
      directory: join(import.meta.dirname, '../../../..'),
      signal: new AbortController().signal,
    })
    await expect(file).rejects.toThrow('apps/cli/package.json is a file on this machine. A server cuts links only.')
  })
})
