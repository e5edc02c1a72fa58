import { createServer as createPlainServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { startSocks5Proxy } from '@kerf/standins/proxy/start-socks5-proxy'
import { askThroughProxy } from '@kerf/standins/youtube/net/ask-through-proxy'
import { makeTestCertificates } from '@kerf/standins/youtube/net/test-certificates'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEgressPool } from './egress-pool.ts'
import { startLoopbackProxy } from './loopback-proxy.ts'
import { openFetcher } from './loopback-site.fixture.ts'
import { createOutboundPolicy } from './outbound-policy.ts'
import { openRangeSource } from './range-source.ts'

const YOUTUBE = 'www.youtube.com'
const MEDIA = 'rr1---sn-4g5e6nsz.googlevideo.com'
const { caPem, serverKeyPem, serverChainPem } = await makeTestCertificates(['localhost', YOUTUBE, MEDIA])
const tls = { key: serverKeyPem, cert: serverChainPem }
const LOGIN = { user: 'an na', password: 'h@sh:ed' }
const KINDS = ['http', 'https', 'socks5'] as const

type Kind = (typeof KINDS)[number]

const alreadyClosed = () => undefined

const FILE = Buffer.alloc(100 * 1024, 'y')

/** YouTube as one outgoing address reaches it, by tunnels only. It serves a file by ranges and redirects by `?to=`. */
function openYoutube() {
  const place = { hasBotCheck: false, targets: [] as string[] }
  const server = createTlsServer(tls, (request, response) => {
    place.targets.push(`${request.method} ${request.headers.host}${request.url}`)
    const to = new URL(request.url ?? '/', 'http://site.invalid').searchParams.get('to')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (range) {
      const body = FILE.subarray(Number(range[1]), Number(range[2]) + 1)
      const last = Number(range[1]) + body.length - 1
      return void response.writeHead(206, { 'content-range': `bytes ${range[1]}-${last}/${FILE.length}` }).end(body)
    }
    if (place.hasBotCheck) response.writeHead(429)
    else if (to) response.writeHead(302, { location: to })
    response.end('hi')
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return Object.assign(place, { lead: (tunnel: Duplex) => void server.emit('connection', tunnel) })
}

/** A proxy of this kind that requires a login, and leads every tunnel to a YouTube of its own. */
async function startProxy(kind: Kind) {
  const youtube = openYoutube()
  if (kind === 'socks5') {
    const { url, targets, close } = await startSocks5Proxy({ login: LOGIN, openTarget: () => youtube.lead })
    onTestFinished(() => close().catch(alreadyClosed))
    return { url: new URL(url), targets, youtube, close }
  }
  const targets: string[] = []
  const server = kind === 'http' ? createPlainServer() : createTlsServer(tls)
  const expectedLogin = `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64')}`
  server.on('connect', (request, socket: Duplex) => {
    targets.push(request.url ?? '')
    if (request.headers['proxy-authorization'] !== expectedLogin) return void socket.end('HTTP/1.1 407 Who?\r\n\r\n')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    youtube.lead(socket)
  })
  const { port, close } = await listenOnLoopback(server)
  onTestFinished(() => close().catch(alreadyClosed))
  const login = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}`
  return { url: new URL(`${kind}://${login}@localhost:${port}`), targets, youtube, close }
}

/** An egress pool over these proxies, calls through it, and a clock that moves only on demand. */
async function openEgresses(proxies: readonly { url: URL }[]) {
  let milliseconds = 0
  const pool = createEgressPool({
    proxies: proxies.map(({ url }) => url),
    clock: { now: () => new Date(milliseconds) },
  })
  const usual = await startProxy('http')
  const options = {
    upstreamProxy: usual.url,
    proxyOf: pool.proxyOf,
    lookup: async (): Promise<never> => {
      throw new Error('a name was resolved here')
    },
  }
  const loopback = await startLoopbackProxy(createOutboundPolicy(options), { extraCaPem: caPem })
  onTestFinished(() => loopback.close())
  const fetcher = openFetcher({ ...options, extraCaPem: caPem })
  return {
    pool,
    usual,
    fetcher,
    pass(minutes: number) {
      milliseconds += minutes * 60_000
    },
    /** Makes a request through the loopback proxy, as yt-dlp does. */
    askByLoopback: (proxyUrl: string) =>
      askThroughProxy({
        proxyUrl,
        url: new URL(`https://${YOUTUBE}/watch`),
        trustedAuthorities: caPem,
        timeoutMilliseconds: 5000,
      }),
    loopback,
    async fetch(egress: string, path = '/') {
      const response = await fetcher.get(`https://${YOUTUBE}${path}`, { maxBytes: 1024, egress })
      return { status: response.status, text: Buffer.from(await response.bytes()).toString() }
    },
  }
}

describe('an operator with three proxies, one of which meets a bot check', () => {
  it('is served by the others; the one waits longer each time, and a minute again after it has worked', async () => {
    const proxies = [await startProxy('http'), await startProxy('https'), await startProxy('socks5')]
    const [, checked] = proxies
    const { pool, fetch, pass } = await openEgresses(proxies)
    const [first, second, third] = pool.all.map(({ name }) => name)
    /** Names of the outgoing addresses that this many requests use. */
    async function lookUp(times: number) {
      const names: string[] = []
      for (let time = 0; time < times; time += 1) {
        const egress = pool.pick()
        names.push(egress.name)
        const { status } = await fetch(egress.id)
        if (status === 200) pool.worked(egress)
        else pool.rest(egress)
      }
      return names
    }

    checked!.youtube.hasBotCheck = true
    expect(await lookUp(6)).toEqual([first, second, third, first, third, first])
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      pass(minutes - 0.01)
      expect(await lookUp(3)).not.toContain(second)
      pass(0.01)
      expect(await lookUp(3)).toContain(second)
    }
    checked!.youtube.hasBotCheck = false
    pass(60)
    expect(await lookUp(3)).toContain(second)
    checked!.youtube.hasBotCheck = true
    expect(await lookUp(3)).toContain(second)
    pass(1)
    expect(await lookUp(3)).toContain(second)
  })

  it('waits no longer for lookups that met it together, and asks by the one that is ready first when all rest', async () => {
    const proxies = ['http://a.kerf-tests.org', 'socks5://b.kerf-tests.org:1080'].map((url) => ({ url: new URL(url) }))
    const { pool, pass } = await openEgresses(proxies)
    const [a, b] = pool.all
    pool.rest(a!)
    pass(0.5)
    for (let time = 0; time < 5; time += 1) pool.rest(a!)
    pool.rest(b!)
    expect([pool.pick(), pool.pick()]).toEqual([a, a])
    pass(0.5)
    expect([pool.pick(), pool.pick()]).toEqual([a, a])
    pass(0.5)
    expect([pool.pick(), pool.pick()]).toEqual([b, a])
  })

  it('sees them by host and port, without who may use them', () => {
    const urls = ['http://me:hush@proxy', 'https://me:hush@proxy', 'socks5://me:hush@[::1]:1080']
    const gateway = ['http://one:hush@gate:9000', 'http://two:hush@gate:9000', 'http://one:hush@gate:9000']
    const proxies = [...urls, ...gateway].map((text) => new URL(text))
    const { all, find, proxyOf } = createEgressPool({ proxies, clock: { now: () => new Date() } })
    expect(all.map(({ name }) => name)).toEqual(['proxy:80', 'proxy:443', '[::1]:1080', 'gate:9000', 'gate:9000 #5'])
    expect(JSON.stringify(all)).not.toMatch(/hush|one|two/)
    expect(all.map(({ id }) => proxyOf(id))).toEqual(proxies.slice(0, 5))
    expect(all.map(({ id }) => find(id))).toEqual(all)
    expect([find(''), proxyOf('')]).toEqual([null, null])
  })
})

it('an operator without proxies has one outgoing address', () => {
  const { all, pick, proxyOf, rest } = createEgressPool({ proxies: [], clock: { now: () => new Date() } })
  rest(all[0]!)
  expect([all, pick(), proxyOf('')]).toEqual([[{ id: '', name: 'direct' }], all[0], null])
})

describe.each(KINDS)('with a proxy of the kind %s', (kind) => {
  it('everything of a request leaves by it, and is given as names', async () => {
    const proxy = await startProxy(kind)
    const { fetch, fetcher, usual, pool } = await openEgresses([proxy])
    const { id: egress } = pool.pick()
    const write = await fetcher.post(`https://${YOUTUBE}/player`, { maxBytes: 9, body: '{}', egress })
    write.discard()
    expect(await fetch(egress, `/?to=https://${MEDIA}/there`)).toEqual({ status: 200, text: 'hi' })
    const media = await openRangeSource(fetcher, `https://${MEDIA}/file`, {}, AbortSignal.timeout(5000), { egress })
    expect(await media.read(0, FILE.length)).toEqual(new Uint8Array(FILE))
    expect(new Set(proxy.targets)).toEqual(new Set([`${YOUTUBE}:443`, `${MEDIA}:443`]))
    expect(proxy.youtube.targets.slice(0, 3)).toEqual([
      `POST ${YOUTUBE}/player`,
      `GET ${YOUTUBE}/?to=https://${MEDIA}/there`,
      `GET ${MEDIA}/there`,
    ])
    expect(usual.targets).toEqual([])
    expect((await fetch('')).text).toBe('hi')
    expect(usual.targets).toEqual([`${YOUTUBE}:443`])
  })

  it.each([
    'https://127.0.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://metadata.google.internal/',
    'https://a.org:22/',
  ])('it is not led to %s', async (to) => {
    const proxy = await startProxy(kind)
    const { fetch, pool } = await openEgresses([proxy])
    await expect(fetch(pool.pick().id, `/?to=${to}`)).rejects.toMatchObject({ code: 'source_failed' })
    expect(proxy.targets).toEqual([`${YOUTUBE}:443`])
  })

  it('yt-dlp leaves by it when its user says so', async () => {
    const proxy = await startProxy(kind)
    const { askByLoopback, loopback, usual, pool } = await openEgresses([proxy])
    expect(await askByLoopback(loopback.urlFor(pool.pick().id))).toBe('hi')
    expect([proxy.targets, usual.targets]).toEqual([[`${YOUTUBE}:443`], []])
    expect(await askByLoopback(loopback.urlFor(''))).toBe('hi')
    expect(usual.targets).toEqual([`${YOUTUBE}:443`])
  })

  it('one that is dead, hangs up or does not know its user is a failure like any other, and the next one goes on', async () => {
    const [dead, healthy] = [await startProxy(kind), await startProxy(kind)]
    const stranger = new URL(healthy.url)
    stranger.username = 'mallory'
    const hangsUp = await listenOnLoopback(createServer((socket) => void socket.end()))
    onTestFinished(hangsUp.close)
    const rude = { url: new URL(`${kind}://localhost:${hangsUp.port}`) }
    const { askByLoopback, loopback, fetch, pool, usual } = await openEgresses([{ url: stranger }, dead, rude, healthy])
    await dead.close()
    for (const { id } of [pool.pick(), pool.pick(), pool.pick()]) {
      await expect(fetch(id)).rejects.toMatchObject({
        code: 'source_failed',
        message: 'The source could not be read.',
      })
      await expect(askByLoopback(loopback.urlFor(id))).rejects.toThrow('Tunnel connection failed')
    }
    expect((await fetch(pool.pick().id)).text).toBe('hi')
    expect(usual.targets).toEqual([])
  })
})

it('nothing leaves by an outgoing address that there is not', async () => {
  const proxy = await startProxy('http')
  const { askByLoopback, loopback, fetch, usual } = await openEgresses([proxy])
  const password = new URL(loopback.urlFor('')).password
  await expect(fetch('0123456789ab')).rejects.toMatchObject({ code: 'source_failed' })
  for (const user of ['kerf0123456789ab', 'mallory', ''])
    await expect(askByLoopback(loopback.urlFor('').replace(/\/\/.*@/, `//${user}:${password}@`))).rejects.toThrow(
      /failed: 40[37]/,
    )
  expect([proxy.targets, usual.targets]).toEqual([[], []])
})
