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

const YOUTUBE_HOST = 'www.youtube.com'
const MEDIA_HOST = 'rr1---sn-4g5e6nsz.googlevideo.com'
const { caPem, serverKeyPem, serverChainPem } = await makeTestCertificates(['localhost', YOUTUBE_HOST, MEDIA_HOST])
const tls = { key: serverKeyPem, cert: serverChainPem }
const PROXY_LOGIN = { user: 'an na', password: 'h@sh:ed' }
const PROXY_KINDS = ['http', 'https', 'socks5'] as const

type ProxyKind = (typeof PROXY_KINDS)[number]

const ignoreClosed = () => undefined

const FILE_BYTES = Buffer.alloc(100 * 1024, 'y')

/**
 * YouTube as one outgoing IP address reaches it, by tunnels only. It serves a file by ranges and redirects by `?to=`.
 */
function openYoutube() {
  const state = { hasBotCheck: false, targets: [] as string[] }
  const server = createTlsServer(tls, (request, response) => {
    state.targets.push(`${request.method} ${request.headers.host}${request.url}`)
    const to = new URL(request.url ?? '/', 'http://site.invalid').searchParams.get('to')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (range) {
      const body = FILE_BYTES.subarray(Number(range[1]), Number(range[2]) + 1)
      const last = Number(range[1]) + body.length - 1
      return void response
        .writeHead(206, { 'content-range': `bytes ${range[1]}-${last}/${FILE_BYTES.length}` })
        .end(body)
    }
    if (state.hasBotCheck) response.writeHead(429)
    else if (to) response.writeHead(302, { location: to })
    response.end('hi')
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return Object.assign(state, { lead: (tunnel: Duplex) => void server.emit('connection', tunnel) })
}

/** A proxy of this kind that requires a login, and leads every tunnel to a YouTube of its own. */
async function startProxy(kind: ProxyKind) {
  const youtube = openYoutube()
  if (kind === 'socks5') {
    const { url, targets, close } = await startSocks5Proxy({ login: PROXY_LOGIN, openTarget: () => youtube.lead })
    onTestFinished(() => close().catch(ignoreClosed))
    return { url: new URL(url), targets, youtube, close }
  }
  const requestedHosts: string[] = []
  const server = kind === 'http' ? createPlainServer() : createTlsServer(tls)
  const expectedLogin = `Basic ${Buffer.from(`${PROXY_LOGIN.user}:${PROXY_LOGIN.password}`).toString('base64')}`
  server.on('connect', (request, socket: Duplex) => {
    requestedHosts.push(request.url ?? '')
    if (request.headers['proxy-authorization'] !== expectedLogin) return void socket.end('HTTP/1.1 407 Who?\r\n\r\n')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    youtube.lead(socket)
  })
  const { port, close } = await listenOnLoopback(server)
  onTestFinished(() => close().catch(ignoreClosed))
  const login = `${encodeURIComponent(PROXY_LOGIN.user)}:${encodeURIComponent(PROXY_LOGIN.password)}`
  return { url: new URL(`${kind}://${login}@localhost:${port}`), targets: requestedHosts, youtube, close }
}

/** An egress pool over these proxies, calls through it, and a clock that moves only on demand. */
async function openEgresses(proxies: readonly { url: URL }[]) {
  let milliseconds = 0
  const pool = createEgressPool({
    proxies: proxies.map(({ url }) => url),
    clock: { now: () => new Date(milliseconds) },
  })
  const defaultProxy = await startProxy('http')
  const options = {
    upstreamProxy: defaultProxy.url,
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
    usual: defaultProxy,
    fetcher,
    passMinutes(minutes: number) {
      milliseconds += minutes * 60_000
    },
    /** Makes a request through the loopback proxy, as yt-dlp does. */
    askByLoopback: (proxyUrl: string) =>
      askThroughProxy({
        proxyUrl,
        url: new URL(`https://${YOUTUBE_HOST}/watch`),
        trustedAuthorities: caPem,
        timeoutMilliseconds: 5000,
      }),
    loopback,
    async fetch(egress: string, path = '/') {
      const response = await fetcher.get(`https://${YOUTUBE_HOST}${path}`, { maxBytes: 1024, egress })
      return { status: response.status, text: Buffer.from(await response.bytes()).toString() }
    },
  }
}

describe('an operator with three proxies, one of which meets a bot check', () => {
  it('uses the others; the blocked one pauses longer each time, and one minute after a success', async () => {
    const proxies = [await startProxy('http'), await startProxy('https'), await startProxy('socks5')]
    const [, blockedProxy] = proxies
    const { pool, fetch, passMinutes } = await openEgresses(proxies)
    const [first, second, thirdProxy] = pool.all.map(({ name }) => name)
    /** Names of the outgoing IP addresses that this many requests use. */
    async function useEgresses(times: number) {
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

    blockedProxy!.youtube.hasBotCheck = true
    expect(await useEgresses(6)).toEqual([first, second, thirdProxy, first, thirdProxy, first])
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      passMinutes(minutes - 0.01)
      expect(await useEgresses(3)).not.toContain(second)
      passMinutes(0.01)
      expect(await useEgresses(3)).toContain(second)
    }
    blockedProxy!.youtube.hasBotCheck = false
    passMinutes(60)
    expect(await useEgresses(3)).toContain(second)
    blockedProxy!.youtube.hasBotCheck = true
    expect(await useEgresses(3)).toContain(second)
    passMinutes(1)
    expect(await useEgresses(3)).toContain(second)
  })

  it('counts concurrent failures once, and uses the first free address when all pause', async () => {
    const proxies = ['http://a.kerf-tests.org', 'socks5://b.kerf-tests.org:1080'].map((url) => ({ url: new URL(url) }))
    const { pool, passMinutes } = await openEgresses(proxies)
    const [a, b] = pool.all
    pool.rest(a!)
    passMinutes(0.5)
    for (let time = 0; time < 5; time += 1) pool.rest(a!)
    pool.rest(b!)
    expect([pool.pick(), pool.pick()]).toEqual([a, a])
    passMinutes(0.5)
    expect([pool.pick(), pool.pick()]).toEqual([a, a])
    passMinutes(0.5)
    expect([pool.pick(), pool.pick()]).toEqual([b, a])
  })

  it('sees proxies by host and port, without credentials', () => {
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

describe.each(PROXY_KINDS)('with a proxy of the kind %s', (kind) => {
  it('all requests leave through it, with unresolved names', async () => {
    const proxy = await startProxy(kind)
    const { fetch, fetcher, usual, pool } = await openEgresses([proxy])
    const { id: egress } = pool.pick()
    const writeResponse = await fetcher.post(`https://${YOUTUBE_HOST}/player`, { maxBytes: 9, body: '{}', egress })
    writeResponse.discard()
    expect(await fetch(egress, `/?to=https://${MEDIA_HOST}/there`)).toEqual({ status: 200, text: 'hi' })
    const media = await openRangeSource(fetcher, `https://${MEDIA_HOST}/file`, {}, AbortSignal.timeout(5000), {
      egress,
    })
    expect(await media.read(0, FILE_BYTES.length)).toEqual(new Uint8Array(FILE_BYTES))
    expect(new Set(proxy.targets)).toEqual(new Set([`${YOUTUBE_HOST}:443`, `${MEDIA_HOST}:443`]))
    expect(proxy.youtube.targets.slice(0, 3)).toEqual([
      `POST ${YOUTUBE_HOST}/player`,
      `GET ${YOUTUBE_HOST}/?to=https://${MEDIA_HOST}/there`,
      `GET ${MEDIA_HOST}/there`,
    ])
    expect(usual.targets).toEqual([])
    expect((await fetch('')).text).toBe('hi')
    expect(usual.targets).toEqual([`${YOUTUBE_HOST}:443`])
  })

  it.each([
    'https://127.0.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://metadata.google.internal/',
    'https://a.org:22/',
  ])('a request to %s is refused', async (to) => {
    const proxy = await startProxy(kind)
    const { fetch, pool } = await openEgresses([proxy])
    await expect(fetch(pool.pick().id, `/?to=${to}`)).rejects.toMatchObject({ code: 'source_failed' })
    expect(proxy.targets).toEqual([`${YOUTUBE_HOST}:443`])
  })

  it('yt-dlp leaves through it if the user name selects it', async () => {
    const proxy = await startProxy(kind)
    const { askByLoopback, loopback, usual, pool } = await openEgresses([proxy])
    expect(await askByLoopback(loopback.urlFor(pool.pick().id))).toBe('hi')
    expect([proxy.targets, usual.targets]).toEqual([[`${YOUTUBE_HOST}:443`], []])
    expect(await askByLoopback(loopback.urlFor(''))).toBe('hi')
    expect(usual.targets).toEqual([`${YOUTUBE_HOST}:443`])
  })

  it('a dead one, or one that refuses its user, fails as usual, and the next one works', async () => {
    const [deadProxy, healthyProxy] = [await startProxy(kind), await startProxy(kind)]
    const strangerUrl = new URL(healthyProxy.url)
    strangerUrl.username = 'mallory'
    const closingServer = await listenOnLoopback(createServer((socket) => void socket.end()))
    onTestFinished(closingServer.close)
    const closingProxy = { url: new URL(`${kind}://localhost:${closingServer.port}`) }
    const { askByLoopback, loopback, fetch, pool, usual } = await openEgresses([
      { url: strangerUrl },
      deadProxy,
      closingProxy,
      healthyProxy,
    ])
    await deadProxy.close()
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

it('no request leaves through an unknown egress id', async () => {
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
