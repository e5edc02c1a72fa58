import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { beforeEach, describe, expect, it } from 'vitest'
import { createGuardedFetcher } from '../outbound/guarded-fetch.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { createSponsorblock } from './sponsorblock.ts'

const VIDEO_ID = 'dQw4w9WgXcQ'
const HASH = createHash('sha256').update(VIDEO_ID).digest('hex')
const SEGMENT = {
  category: 'sponsor',
  actionType: 'skip',
  segment: [10.5, 20.25],
  UUID: 'a',
  videoDuration: 212.06,
  locked: 1,
  votes: 3,
  description: '',
}
const CLAIMED_SEGMENT = { kind: 'sponsor', startTime: 10.5, endTime: 20.25, videoSeconds: 212.06 }
const answerOf = (...segments: object[]) => [
  { videoID: 'OtherVideo1', hash: `${HASH.slice(0, 4)}ff`, segments: [{ ...SEGMENT, segment: [1, 99] }] },
  { videoID: VIDEO_ID, hash: HASH, segments },
]

type AnswerRequest = (response: ServerResponse) => void
const json = (value: unknown, status = 200): AnswerRequest => text(JSON.stringify(value), status)
const text =
  (body: string, status = 200): AnswerRequest =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)

let answer: AnswerRequest
/** Everything that the server has received: request lines and headers. */
let receivedTexts: string[] = []
const server = createServer((request, response) => {
  receivedTexts.push(`${request.method} ${request.url} ${request.rawHeaders.join(' ')}`)
  answer(response)
})
const { port } = await listenOnLoopback(server)
addCleanup(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    }),
)
const fetcher = createGuardedFetcher({ policy: createOutboundPolicy({ allow: [`127.0.0.1:${port}`] }) })
addCleanup(() => fetcher.close())

beforeEach(() => {
  receivedTexts = []
  answer = json(answerOf(SEGMENT))
})

let now = 0
const openReader = (path = '/', timeoutMilliseconds = 5_000) =>
  createSponsorblock({
    server: new URL(path, `http://127.0.0.1:${port}`),
    fetcher,
    clock: { now: () => new Date(now) },
    timeoutMilliseconds,
  })
const signal = new AbortController().signal
const readSegments = () => openReader().read(VIDEO_ID, signal)

describe('segments of SponsorBlock', () => {
  it('are requested by four characters of a hash, and filtered for the video', async () => {
    expect(await readSegments()).toEqual([CLAIMED_SEGMENT])
    const [request = ''] = receivedTexts
    expect(receivedTexts).toHaveLength(1)
    expect(decodeURIComponent(request)).toContain(
      `GET /api/skipSegments/${HASH.slice(0, 4)}?categories=["sponsor","intro","outro","selfpromo","interaction"]&actionTypes=["skip"]`,
    )
    expect(request).not.toContain(VIDEO_ID)
    expect(request).not.toContain(HASH.slice(0, 5))
    expect(request).not.toMatch(/cookie|forwarded|referer/i)
  })

  it('may come from a server under a path', async () => {
    await openReader('/mirror/').read(VIDEO_ID, signal)
    expect(receivedTexts[0]).toContain(`GET /mirror/api/skipSegments/${HASH.slice(0, 4)}?`)
  })

  it('are empty if the server knows none for the hash prefix or the video', async () => {
    answer = text('Not Found', 404)
    expect(await readSegments()).toEqual([])
    answer = json(answerOf())
    expect(await readSegments()).toEqual([])
  })

  it.each<[string, object]>([
    ['of a category nobody asked for', { category: 'filler' }],
    ['that mute', { actionType: 'mute' }],
    ['about the whole video', { actionType: 'full', segment: [0, 0] }],
    ['that name a moment', { category: 'poi_highlight', actionType: 'poi' }],
    ['that viewers rejected', { votes: -2 }],
    ['that are hidden', { hidden: 1 }],
    ['of somebody who is hidden', { shadowHidden: 1 }],
    ['of numbers that are texts', { segment: ['10', '20'] }],
    ['of one number', { segment: [10] }],
    ['without times', { segment: null }],
  ])('%s are left out', async (_, change) => {
    answer = json(answerOf({ ...SEGMENT, ...change }, SEGMENT))
    expect(await readSegments()).toEqual([CLAIMED_SEGMENT])
  })

  it('may have no duration', async () => {
    answer = json(answerOf({ ...SEGMENT, videoDuration: 0 }))
    expect(await readSegments()).toEqual([{ ...CLAIMED_SEGMENT, videoSeconds: null }])
  })

  it('are cached for an hour, and requested once for concurrent callers', async () => {
    const reader = openReader()
    expect(reader.cachedMarks(VIDEO_ID)).toBeNull()
    const pendingReads = await Promise.all([reader.read(VIDEO_ID, signal), reader.read(VIDEO_ID, signal)])
    expect(pendingReads).toEqual([[CLAIMED_SEGMENT], [CLAIMED_SEGMENT]])
    expect(reader.cachedMarks(VIDEO_ID)).toEqual([CLAIMED_SEGMENT])
    now += 3_599_000
    await reader.read(VIDEO_ID, signal)
    expect(receivedTexts).toHaveLength(1)
    now += 2_000
    expect(reader.cachedMarks(VIDEO_ID)).toBeNull()
    await reader.read(VIDEO_ID, signal)
    expect(receivedTexts).toHaveLength(2)
  })

  it('are requested again a minute after a failure', async () => {
    answer = text('down', 503)
    const reader = openReader()
    for (const _ of ['asked', 'cached'])
      await expect(reader.read(VIDEO_ID, signal)).rejects.toMatchObject({ code: 'source_failed' })
    expect(receivedTexts).toHaveLength(1)
    answer = json(answerOf(SEGMENT))
    now += 61_000
    expect(await reader.read(VIDEO_ID, signal)).toEqual([CLAIMED_SEGMENT])
  })
})

describe('a hostile SponsorBlock server', () => {
  it.each<[string, AnswerRequest]>([
    ['HTML', text('<html>Sign in</html>')],
    ['an object', json({ videoID: VIDEO_ID, segments: [SEGMENT] })],
    ['NaN', text(`[{"videoID":"${VIDEO_ID}","segments":[{"segment":[NaN,1]}]}]`)],
    ['deep nesting', text('['.repeat(100_000))],
    ['a million brackets', text(`[${'[],'.repeat(1_200_000)}[]]`)],
    ['more bytes than are read', (response) => response.writeHead(200).end(Buffer.alloc(5_000_000, ' '))],
    ['an error', text('no', 500)],
    ['nothing', text('')],
    ['a hang-up', (response) => response.socket?.destroy()],
    [
      'a redirect to a private host',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    ],
    [
      'a redirect to another port of this machine',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/api' }).end(),
    ],
    ['a redirect to another site', (response) => response.writeHead(302, { location: 'https://evil.example/' }).end()],
  ])('causes an expected failure if it answers with %s', async (_, hostile) => {
    answer = hostile
    await expect(readSegments()).rejects.toMatchObject({ name: 'SourceReadError' })
  })

  it('is read only in part if it answers with thousands of segments', async () => {
    answer = json(answerOf(...Array.from({ length: 10_000 }, () => SEGMENT)))
    expect(await readSegments()).toHaveLength(1_000)
  })

  it('times out if it never answers', async () => {
    answer = () => undefined
    await expect(openReader('/', 50).read(VIDEO_ID, signal)).rejects.toMatchObject({ code: 'source_timeout' })
  })
})
