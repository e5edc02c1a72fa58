import { createCipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createAllowance } from '@kerf/domain/access/allowance'
import { PATIENTLY } from '@kerf/standins/waits'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMediaLinkSource } from '../../adapters/media-link/media-link-source.ts'
import { createGuardedFetcher } from '../../adapters/outbound/guarded-fetch.ts'
import { startLoopbackSite } from '../../adapters/outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../../adapters/outbound/outbound-policy.ts'
import { createCaches } from '../../use-cases/shared/caches.ts'
import { createSegmentBuffer } from '../../use-cases/shared/segment-buffer.ts'
import { RESOLVED_VIDEO } from '../../use-cases/testing/test-backend.ts'
import { openTestServer, type TestClient } from '../testing/open-app.ts'

/** More than the socket buffers hold, so a segment stays in memory while its client does not read. */
const SEGMENT_BYTES = 12_000_000
const BUFFER_LIMITS = { maxBytes: 60_000_000, maxBytesOfOwner: 40_000_000 }
const ALLOWANCE = { most: 100_000_000, perSecond: 1000 }

const key = randomBytes(16)
const secret = Buffer.from('\x47 a small segment')
const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16))
const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
const writePlaylist = (lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lines, '#EXT-X-ENDLIST', ''].join('\n')
const TEXTS: Record<string, string | Buffer> = {
  '/large.m3u8': writePlaylist(Array.from({ length: 20 }, (_, index) => `#EXTINF:4,\nlarge-${index}.ts`)),
  '/huge.m3u8': writePlaylist(['#EXTINF:4,\nhuge.ts']),
  '/small.m3u8': writePlaylist([
    '#EXT-X-MAP:URI="header"',
    '#EXTINF:2.5,',
    'small-0',
    '#EXTINF:2,',
    'small-1',
    '#EXT-X-GAP',
    '#EXTINF:2,',
    'none',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="header-2"',
    '#EXTINF:1,',
    'small-2',
  ]),
  '/secret.m3u8': writePlaylist(['#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x00', '#EXTINF:4,', 'secret.ts']),
  '/key': key,
  '/secret.ts': encrypted,
  '/header-2': 'second header',
  '/small-1': 'second',
}

let gate = Promise.resolve()
const site = await startLoopbackSite(async ({ url = '' }, response) => {
  const text = TEXTS[url]
  if (text !== undefined) return void response.end(text)
  await gate
  if (url.startsWith('/large')) response.end(Buffer.alloc(SEGMENT_BYTES, url))
  else sendWithoutEnd(response)
})
/** Sends bytes until the connection closes. */
function sendWithoutEnd(response: ServerResponse): void {
  while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
  if (!response.destroyed) response.once('drain', () => sendWithoutEnd(response))
}

const fetcher = createGuardedFetcher({ policy: createOutboundPolicy({ allow: [site.exemption] }) })
const segments = createSegmentBuffer(BUFFER_LIMITS)
let holdCount = 0
const { backend, server } = await openTestServer((backend) => ({
  sources: { media: createMediaLinkSource({ ...backend, fetcher }) },
  caches: {
    ...createCaches(backend.database),
    previewSegments: {
      ...segments,
      hold: (...args) => {
        holdCount += 1
        return segments.hold(...args)
      },
    },
    previewBytes: createAllowance({ ...ALLOWANCE, now: () => 0 }),
  },
}))

describe('the preview of an HLS link', () => {
  const sockets = new Set<Socket>()
  beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))
  afterAll(() => Promise.all([site.close(), fetcher.close()]))
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await vi.waitFor(() => expect(segments.bufferedBytes()).toBe(0), PATIENTLY)
  })

  /** Preview of a link that a new viewer at this IP address has processed. */
  async function openPlaylist(name: string, forwardedFor: string, tracks: 'both' | 'apart' = 'both') {
    const { viewer, client } = await server.createStranger(forwardedFor)
    const [rendition] = RESOLVED_VIDEO.renditions
    const main = { ...rendition!, container: 'hls', address: `${site.origin}/${name}.m3u8`, bitrate: 123_456 }
    const audio = { ...main, carries: 'audio' as const, width: null, height: null }
    const renditions = tracks === 'both' ? [main] : [audio, { ...main, carries: 'video' as const }]
    const reference = `${site.origin}/${name}.m3u8?${tracks}`
    const videoOrigin = { source: 'media', reference, link: `${site.origin}/x` } as const
    const video = await backend.video(viewer, undefined, { ...RESOLVED_VIDEO, renditions }, videoOrigin)
    await backend.remember(video, { ...RESOLVED_VIDEO, renditions })
    return { client, address: `/api/video/${video.id}/preview` }
  }
  type Preview = Awaited<ReturnType<typeof openPlaylist>>

  const port = () => (server.app.server.address() as { port: number }).port
  const headersOf = ({ cookie, forwardedFor }: TestClient) => ({ cookie: cookie!, 'x-forwarded-for': forwardedFor! })
  const getPart = ({ client, address }: Preview, part = '', headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port()}${address}${part}`, { headers: { ...headersOf(client), ...headers } })

  /** Requests a part, and reads only its status. */
  async function beginAndHangUp(
    { client, address }: Preview,
    part: string,
  ): Promise<{ status: string; socket: Socket }> {
    const socket = connect(port(), '127.0.0.1').on('error', () => undefined)
    sockets.add(socket)
    const headers = Object.entries(headersOf(client)).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${address}${part} HTTP/1.1\r\nhost: x\r\n${headers.join('')}\r\n`)
    await once(socket, 'readable')
    return { status: String(socket.read(12)).slice(-3), socket }
  }

  it("is Kerf's own playlist, and is never offered as a file", async () => {
    const preview = await openPlaylist('small', '192.0.2.1', 'apart')
    const master = await getPart(preview)
    expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(await master.text()).toBe(
      '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="audio",DEFAULT=YES,URI="preview/audio"\n' +
        '#EXT-X-STREAM-INF:BANDWIDTH=123456,AUDIO="audio"\npreview/main\n',
    )
    expect(await (await getPart(preview, '/main')).text()).toBe(
      '#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:3\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI="main-header-0"\n' +
        '#EXTINF:2.50000,\nmain-0\n#EXTINF:2.00000,\nmain-1\n#EXT-X-GAP\n#EXTINF:2.00000,\nmain-2\n' +
        '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="main-header-1"\n#EXTINF:1.00000,\nmain-3\n#EXT-X-ENDLIST\n',
    )
    expect(await (await getPart(preview, '/audio')).text()).toContain('\naudio-3\n')
  })

  it('serves decrypted segments and headers, by ranges; nothing for gaps and unknown parts', async () => {
    const smallPreview = await openPlaylist('small', '192.0.2.1')
    const segment = await getPart(smallPreview, '/main-1')
    expect([segment.headers.get('content-type'), await segment.text()]).toEqual(['video/mp4', 'second'])
    expect(await (await getPart(smallPreview, '/main-header-1')).text()).toBe('second header')
    const clearAnswer = await getPart(await openPlaylist('secret', '192.0.2.1'), '/main-0', { range: 'bytes=2-8' })
    const { status, headers } = clearAnswer
    expect([status, headers.get('content-type'), await clearAnswer.text()]).toEqual([206, 'video/mp2t', 'a small'])
    for (const part of ['/main-2', '/main-4', '/main-header-2', '/audio', '/audio-0', '/main-', '/other', '/main-1-1'])
      expect((await getPart(smallPreview, part)).status, part).toBe(404)
  })

  it('reads and stores a segment once for all callers who request parts of it', async () => {
    const previews = await Promise.all([1, 2, 3, 4].map((lastByte) => openPlaylist('large', `192.0.2.${lastByte}`)))
    const pressed = Promise.withResolvers<void>()
    gate = pressed.promise
    holdCount = 0
    const answers = Array.from({ length: 19 }, (_, index) =>
      getPart(previews[index % 4]!, '/main-7', { range: 'bytes=0-99' }),
    )
    await vi.waitFor(() => expect(holdCount).toBe(19), PATIENTLY)
    pressed.resolve()
    const statuses = await Promise.all(
      answers.map(async (answer) => [(await answer).status, (await (await answer).bytes()).length]),
    )
    expect(statuses).toEqual(Array(19).fill([206, 100]))
    expect(site.requests.filter(({ path }) => path === '/large-7.ts')).toHaveLength(1)
  })

  it('limits the memory per IP address and in total, however slowly clients read', async () => {
    const [first, second, thirdStream] = await Promise.all(
      [11, 12, 13].map((lastByte) => openPlaylist('large', `192.0.2.${lastByte}`)),
    )
    const statusesOf = async (preview: Preview) => {
      const statuses = []
      for (const part of ['/main-0', '/main-1', '/main-2']) statuses.push((await beginAndHangUp(preview, part)).status)
      return statuses
    }
    expect(await statusesOf(first!)).toEqual(['200', '200', '503'])
    expect(segments.bufferedBytes()).toBeLessThanOrEqual(BUFFER_LIMITS.maxBytesOfOwner)
    // Both IP addresses share the segments in memory.
    expect(await statusesOf(second!)).toEqual(['200', '200', '503'])
    expect(segments.bufferedBytes()).toBeLessThanOrEqual(BUFFER_LIMITS.maxBytesOfOwner)
    expect([
      await beginAndHangUp(thirdStream!, '/main-3'),
      await beginAndHangUp(thirdStream!, '/main-4'),
    ]).toMatchObject([{ status: '200' }, { status: '200' }])
    const fourth = await openPlaylist('large', '192.0.2.14')
    const refusal = await getPart(fourth, '/main-5')
    expect([refusal.status, (await refusal.json()).code]).toEqual([503, 'busy'])
    expect(segments.bufferedBytes()).toBeLessThanOrEqual(BUFFER_LIMITS.maxBytes)
    // Closed connections free their segments.
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(() => expect(segments.bufferedBytes()).toBe(0), PATIENTLY)
    expect((await (await getPart(fourth, '/main-5')).bytes()).length).toBe(SEGMENT_BYTES)
  })

  it('refuses a segment larger than one share, and stops reading it', async () => {
    const refusal = await getPart(await openPlaylist('huge', '192.0.2.21'), '/main-0')
    expect([refusal.status, (await refusal.json()).code]).toEqual([422, 'unsupported_media'])
    expect(segments.bufferedBytes()).toBe(0)
  })

  it('reads no segment for a caller who has hung up', async () => {
    gate = new Promise(() => undefined)
    holdCount = 0
    const hangUp = new AbortController()
    const preview = await openPlaylist('large', '192.0.2.22')
    const url = `http://127.0.0.1:${port()}${preview.address}/main-9`
    const answer = fetch(url, { headers: headersOf(preview.client), signal: hangUp.signal })
    await vi.waitFor(() => expect(site.requests.some(({ path }) => path === '/large-9.ts')).toBe(true), PATIENTLY)
    hangUp.abort()
    await expect(answer).rejects.toThrow()
    gate = Promise.resolve()
    // The segment is requested from the source again, from its beginning.
    expect((await (await getPart(preview, '/main-9')).bytes()).length).toBe(SEGMENT_BYTES)
    expect(site.requests.filter(({ path }) => path === '/large-9.ts')).toHaveLength(2)
  })

  it('limits the bytes of each IP address separately', async () => {
    const statuses = []
    for (let segment = 0; segment < 12; segment++) {
      const answer = await getPart(await openPlaylist('large', '192.0.2.31'), `/main-${segment}`)
      await answer.bytes()
      statuses.push(answer.status)
    }
    const allowedCount = Math.ceil(ALLOWANCE.most / SEGMENT_BYTES)
    expect(statuses).toEqual([...Array(allowedCount).fill(200), ...Array(12 - allowedCount).fill(429)])
    const refusal = await getPart(await openPlaylist('large', '192.0.2.31'), '/main-0')
    expect([refusal.headers.get('retry-after'), (await refusal.json()).code]).toEqual(['10', 'too_many_requests'])
    expect((await (await getPart(await openPlaylist('large', '192.0.2.32'), '/main-0')).bytes()).length).toBe(
      SEGMENT_BYTES,
    )
  })
  it('also counts bytes that were read but not sent', async () => {
    const statuses = new Set<number>()
    let requestCount = 0
    for (let status = 0; status !== 429 && requestCount < 20; requestCount++) {
      const answer = await getPart(await openPlaylist('huge', '192.0.2.41'), '/main-0')
      await answer.bytes()
      status = answer.status
      statuses.add(status)
    }
    expect([...statuses]).toEqual([422, 429])
  })
})
