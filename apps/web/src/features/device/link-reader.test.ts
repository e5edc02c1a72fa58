import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LinkTrouble } from './link-error.ts'
import { openLink } from './link-reader.ts'

const FILE = Buffer.from(randomBytes(300_000))
const { signal } = new AbortController()

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  start: number
  end: number
  /** Number of the request, from 0. */
  number: number
}

function sendRange({ response, start, end }: Exchange, headers: Record<string, string> = {}, file = FILE): void {
  response.writeHead(206, {
    'content-range': `bytes ${start}-${end - 1}/${file.length}`,
    'content-length': end - start,
    etag: '"one"',
    ...headers,
  })
  response.end(file.subarray(start, end))
}

/** Starts a server on a free port of this machine. */
async function listen(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Serves a file. `misbehave` returns whether it has answered a request itself. */
async function openSite({
  misbehave = () => false,
  file = FILE,
  hidden = [],
  wasStopped = () => false,
  stallMilliseconds,
}: {
  misbehave?: (exchange: Exchange) => boolean
  file?: Buffer<ArrayBuffer>
  /** Headers that the server does not show to pages of other sites. */
  hidden?: readonly string[]
  wasStopped?: () => boolean
  stallMilliseconds?: number
} = {}) {
  const ranges: string[] = []
  const { port, close } = await listen(
    createServer((request, response) => {
      const { range = request.method ?? '' } = request.headers
      ranges.push(range.replace('bytes=', ''))
      const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
      const end = Math.min(file.length, last === '' ? file.length : Number(last) + 1)
      const exchange = { request, response, start: Number(first), end, number: ranges.length - 1 }
      if (!misbehave(exchange)) sendRange(exchange, {}, file)
    }),
  )
  onTestFinished(close)
  const fetchAsPage: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    const headers = new Headers(response.headers)
    for (const name of hidden) headers.delete(name)
    return new Proxy(response, {
      get: (target, name) => (name === 'headers' ? headers : Reflect.get(target, name, target)),
    })
  }
  const options = {
    signal,
    wasStopped,
    fetch: fetchAsPage,
    retryMilliseconds: 1,
    ...(stallMilliseconds && { stallMilliseconds }),
  }
  return { ranges, open: () => openLink(`http://127.0.0.1:${port}/a.mp4`, options) }
}

type Answer = (exchange: Exchange) => void

/** Answers all requests but the first ones in this way. */
const after = (count: number, answer: Answer) => ({
  misbehave(exchange: Exchange): boolean {
    if (exchange.number >= count) answer(exchange)
    return exchange.number >= count
  },
})
const withStatus =
  (status: number): Answer =>
  ({ response }) =>
    response.writeHead(status).end()
const withBytes =
  (status: number, bytes: Buffer): Answer =>
  ({ response }) =>
    response.writeHead(status).end(bytes)
/** Long enough for the first answer on a busy machine. */
const stallMilliseconds = 1500
const byHangingUp: Answer = ({ response }) => response.destroy()

const troubleOf = (work: Promise<unknown>): Promise<LinkTrouble> =>
  work.then(
    () => expect.fail('There was no trouble.'),
    (error) => error.code,
  )

async function expectRead(file: Awaited<ReturnType<typeof openLink>>, start: number, end: number): Promise<void> {
  expect(Buffer.from(await file.read(start, end, signal)).equals(FILE.subarray(start, end))).toBe(true)
}

describe('a link that a page reads', () => {
  it('is opened by its first bytes, and read in the ranges that are asked for', async () => {
    const { ranges, open } = await openSite()
    const file = await open()
    expect(file.sizeBytes).toBe(FILE.length)
    await expectRead(file, 10, 60_000)
    await expectRead(file, 60_000, 70_000)
    await expectRead(file, 299_999, 300_000)
    // Each plan reads the same places again.
    for (let round = 0; round < 2; round += 1) await expectRead(file, 60_000, 70_000)
    expect(ranges).toEqual(['0-65535', '60000-69999', '299999-299999'])
  })

  it('sends nothing about the visitor', async () => {
    const requests: RequestInit[] = []
    const refusingFetch: typeof fetch = async (_address, init = {}) => {
      requests.push(init)
      throw new TypeError('Failed to fetch')
    }
    await troubleOf(openLink('https://media.example/a.mp4', { signal, wasStopped: () => false, fetch: refusingFetch }))
    expect(requests).toHaveLength(2)
    for (const request of requests)
      expect(request).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' })
    expect(requests.map(({ mode, method = 'GET' }) => [mode, method])).toEqual([
      ['cors', 'GET'],
      ['no-cors', 'HEAD'],
    ])
    expect(Object.keys(requests[0]?.headers ?? {})).toEqual(['range'])
  })

  it('has a size where the server shows pages no Content-Range and no ETag: that of an answer which is not read', async () => {
    const { ranges, open } = await openSite({ hidden: ['content-range', 'etag'] })
    const file = await open()
    expect(file.sizeBytes).toBe(FILE.length)
    await expectRead(file, 100_000, 200_000)
    expect(ranges).toEqual(['0-65535', '0-', '100000-199999'])
  })

  it('may be smaller than the first request', async () => {
    for (const hidden of [[], ['content-range']]) {
      const { ranges, open } = await openSite({ file: FILE.subarray(0, 1000), hidden })
      const file = await open()
      expect(file.sizeBytes).toBe(1000)
      await expectRead(file, 990, 1000)
      expect(ranges).toHaveLength(1)
    }
  })

  it.each<[string, LinkTrouble, Parameters<typeof openSite>[0]]>([
    ['ignores ranges', 'link_whole', after(0, withBytes(200, FILE))],
    ['shows no size', 'link_whole', { hidden: ['content-range', 'content-length'] }],
    ['sends more than the range', 'link_whole', after(0, withBytes(206, FILE))],
    ['wants a sign-in', 'link_refused', after(0, withStatus(401))],
    ['forbids it', 'link_refused', after(0, withStatus(403))],
    ['does not know it', 'link_refused', after(0, withStatus(404))],
    ['is busy', 'link_interrupted', after(0, withStatus(503))],
    ['ends the connection', 'link_unreachable', after(0, byHangingUp)],
    ['says nothing', 'link_unreachable', { ...after(0, () => {}), stallMilliseconds }],
    [
      'answers, but not to pages of other sites',
      'link_closed',
      after(0, ({ request, response }) => (request.method === 'HEAD' ? response.end() : response.destroy())),
    ],
    ['leads to another origin', 'link_redirected', { ...after(0, byHangingUp), wasStopped: () => true }],
  ])('is not opened where its server %s: %s', async (_, trouble, options) => {
    const { open } = await openSite(options)
    expect(await troubleOf(open())).toBe(trouble)
  })

  it('is not opened where nobody listens', async () => {
    const { port, close } = await listen(createServer())
    await close()
    const opening = openLink(`http://127.0.0.1:${port}/a.mp4`, { signal, wasStopped: () => false })
    expect(await troubleOf(opening)).toBe('link_unreachable')
  })

  it('is not waited for any longer when its signal is aborted', async () => {
    const controller = new AbortController()
    const { open } = await openSite(after(1, () => controller.abort(new Error('never mind'))))
    const file = await open()
    await expect(file.read(100_000, 110_000, controller.signal)).rejects.toThrow('never mind')
  })
})

describe('a read of a link', () => {
  it('goes on where it broke off', async () => {
    const { ranges, open } = await openSite({
      misbehave: (exchange) => {
        const { response, start, number } = exchange
        if (number === 1) {
          response.writeHead(206, { 'content-length': 100_000 })
          response.write(FILE.subarray(start, start + 40_000), () => response.destroy())
        } else if (number === 2) sendRange({ ...exchange, end: start + 10 })
        else return false
        return true
      },
    })
    await expectRead(await open(), 100_000, 200_000)
    expect(ranges.slice(1)).toEqual(['100000-199999', '140000-199999', '140010-199999'])
  })

  it.each<[string, Answer]>([
    ['breaks off', byHangingUp],
    ['is empty', withStatus(206)],
    ['is silent', () => {}],
    ['is an error of the server', withStatus(502)],
    ['is the whole file', withBytes(200, FILE)],
    ['is too long', withBytes(206, FILE.subarray(0, 20_000))],
    ['is packed', ({ response }) => response.writeHead(206, { 'content-encoding': 'gzip' }).end('no')],
  ])('ends after three answers where each %s', async (_, answer) => {
    const { ranges, open } = await openSite({ ...after(1, answer), stallMilliseconds })
    const file = await open()
    expect(await troubleOf(file.read(100_000, 110_000, signal))).toBe('link_interrupted')
    expect(ranges).toHaveLength(4)
  })

  it.each<[string, LinkTrouble, Answer]>([
    ['has another ETag', 'link_changed', (exchange) => sendRange(exchange, { etag: '"two"' })],
    ['is of another size', 'link_changed', (exchange) => sendRange(exchange, {}, FILE.subarray(1))],
    ['begins elsewhere', 'link_changed', (exchange) => sendRange({ ...exchange, start: exchange.start - 1 })],
    ['is shorter', 'link_changed', withStatus(416)],
    ['is gone', 'link_refused', withStatus(404)],
  ])('ends at once where the file %s', async (_, trouble, answer) => {
    const { ranges, open } = await openSite(after(1, answer))
    const file = await open()
    expect(await troubleOf(file.read(100_000, 110_000, signal))).toBe(trouble)
    expect(ranges).toHaveLength(2)
  })

  it('notices a changed file where the server shows no ETag, by the time of its change', async () => {
    const { open } = await openSite({
      hidden: ['etag', 'content-range'],
      misbehave: (exchange) => {
        sendRange(exchange, { 'last-modified': `Sat, 21 Nov 2026 10:00:0${exchange.number > 1 ? 1 : 0} GMT` })
        return true
      },
    })
    const file = await open()
    expect(await troubleOf(file.read(100_000, 110_000, signal))).toBe('link_changed')
  })

  it('says so when the network is gone', async () => {
    const { open } = await openSite(after(1, byHangingUp))
    const file = await open()
    vi.stubGlobal('navigator', { onLine: false })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await troubleOf(file.read(100_000, 110_000, signal))).toBe('link_offline')
  })
})
