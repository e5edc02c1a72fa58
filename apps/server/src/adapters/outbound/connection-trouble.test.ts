import { Resolver } from 'node:dns/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { startDnsStandin } from '@kerf/standins/dns/start-dns-standin'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { makeTestCertificates } from '@kerf/standins/youtube/net/test-certificates'
import { expect, it, onTestFinished } from 'vitest'
import { failureOf, openFetcher, startLoopbackSite } from './loopback-site.fixture.ts'
import type { NameLookup } from './outbound-policy.ts'
import { openRangeSource } from './range-source.ts'

const HOST_NAME = 'media.kerf-tests.org'
const lookupLoopback: NameLookup = async () => [{ address: '127.0.0.1', family: 4 }]
const certificates = await makeTestCertificates([HOST_NAME])

/** Resolves names with this name server. Throws Node's errors. */
function lookupBy(server: string): NameLookup {
  const resolver = new Resolver({ timeout: 50, tries: 1 })
  resolver.setServers([server])
  return async (name) => (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }))
}

async function listenOnPort(server: Parameters<typeof listenOnLoopback>[0]): Promise<number> {
  const { port, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return port
}

async function findClosedPort(): Promise<number> {
  const { port, close } = await listenOnLoopback(createServer())
  await close()
  return port
}

const socketServer = (onConnection: (socket: Socket) => void) =>
  createSocketServer((socket) => onConnection(socket.on('error', () => undefined)))

const getUrl = (url: string, options: Parameters<typeof openFetcher>[0] = {}) =>
  failureOf(
    openFetcher(options)
      .get(url, { maxBytes: 1024 })
      .then((response) => response.bytes()),
  )
const allowOptions = (port: number, extraOptions: Parameters<typeof openFetcher>[0] = {}) => ({
  allow: [`${HOST_NAME}:${port}`],
  lookup: lookupLoopback,
  ...extraOptions,
})

it('an unknown name and a silent name server are reported as lookup failures', async () => {
  const dns = await startDnsStandin(() => null)
  onTestFinished(dns.close)
  const unknownNameFailure = await getUrl(`https://${HOST_NAME}/`, { lookup: lookupBy(dns.server) })
  expect(unknownNameFailure).toMatchObject({
    code: 'source_failed',
    trouble: { reason: 'dns', about: HOST_NAME, systemCode: 'ENOTFOUND' },
  })
  const lookupFailure = await getUrl(`https://${HOST_NAME}/`, {
    lookup: lookupBy(`127.0.0.1:${await findClosedPort()}`),
  })
  expect(lookupFailure).toMatchObject({
    code: 'source_failed',
    trouble: { reason: 'dns', about: HOST_NAME, host: HOST_NAME },
  })
  const secondLookup: NameLookup = async (name) => {
    throw Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })
  }
  expect((await getUrl(`https://${HOST_NAME}/`, { lookup: secondLookup })).trouble).toMatchObject({
    reason: 'dns',
    systemCode: 'EAI_AGAIN',
  })
})

it('a private address looks like an unknown name, except to admins', async () => {
  const dns = await startDnsStandin((name) => (name === HOST_NAME ? ['10.1.2.3'] : null))
  onTestFinished(dns.close)
  const lookup = lookupBy(dns.server)
  const privateFailure = await getUrl(`https://${HOST_NAME}/`, { lookup })
  const unknownNameFailure = await getUrl('https://nobody.kerf-tests.org/', { lookup })
  const visibleParts = ({ code, message, trouble }: typeof privateFailure) => [code, message, trouble?.reason]
  expect(visibleParts(privateFailure)).toEqual(visibleParts(unknownNameFailure))
  expect([privateFailure.trouble?.forbidden, unknownNameFailure.trouble?.forbidden]).toEqual([
    `${HOST_NAME}:443`,
    undefined,
  ])
  const literalFailure = await getUrl('http://[fd00::5]:8080/', {})
  expect(literalFailure.trouble).toMatchObject({ reason: 'dns', forbidden: '[fd00::5]:8080' })
  expect((await getUrl('ftp://127.0.0.1/', {})).trouble?.forbidden).toBeUndefined()
})

it('a port that refuses, and one that hangs up, are reported as such', async () => {
  const port = await findClosedPort()
  expect((await getUrl(`http://${HOST_NAME}:${port}/`, allowOptions(port))).trouble).toEqual({
    reason: 'refused',
    about: HOST_NAME,
    host: HOST_NAME,
    systemCode: 'ECONNREFUSED',
  })
  const closingPort = await listenOnPort(socketServer((socket) => socket.destroy()))
  expect((await getUrl(`http://${HOST_NAME}:${closingPort}/`, allowOptions(closingPort))).trouble).toMatchObject({
    reason: 'broken',
    about: HOST_NAME,
  })
  const mailPort = await listenOnPort(socketServer((socket) => socket.once('data', () => socket.end('220 mail\r\n'))))
  expect((await getUrl(`http://${HOST_NAME}:${mailPort}/`, allowOptions(mailPort))).trouble).toMatchObject({
    reason: 'broken',
    about: HOST_NAME,
  })
})

it('an untrusted certificate, one for another name, and a server without TLS are reported as TLS failures', async () => {
  const { serverKeyPem: key, serverChainPem: cert, caPem: extraCaPem } = certificates
  const port = await listenOnPort(createTlsServer({ key, cert }, (_, response) => response.end()))
  const untrustedFailure = await getUrl(`https://${HOST_NAME}:${port}/`, allowOptions(port))
  expect(untrustedFailure).toMatchObject({ code: 'source_failed', trouble: { reason: 'tls', about: HOST_NAME } })
  const secondName = 'other.kerf-tests.org'
  const misnamedFailure = await getUrl(`https://${secondName}:${port}/`, {
    allow: [`${secondName}:${port}`],
    lookup: lookupLoopback,
    extraCaPem,
  })
  expect(misnamedFailure.trouble).toMatchObject({ reason: 'tls', systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  const plainSite = await startLoopbackSite()
  expect((await getUrl(`https://${HOST_NAME}:${plainSite.port}/`, allowOptions(plainSite.port))).trouble).toMatchObject(
    {
      reason: 'tls',
    },
  )
})

const createAnsweringProxy = (head: string) => {
  const proxy = createServer()
  proxy.on('connect', (_request, socket) => socket.on('error', () => undefined).end(head))
  return proxy
}

it.each([
  [
    'rejects the password',
    () => listenOnPort(createAnsweringProxy('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')),
  ],
  ['cannot reach the host', () => listenOnPort(createAnsweringProxy('HTTP/1.1 502 Bad Gateway\r\n\r\n'))],
  ['does not speak its protocol', () => listenOnPort(socketServer((socket) => socket.end('220 mail\r\n')))],
  ['hangs up', () => listenOnPort(socketServer((socket) => socket.destroy()))],
  ['is not running', findClosedPort],
])('a proxy that %s is reported as a proxy failure, over http and socks5', async (_, open) => {
  const port = await open()
  for (const scheme of ['http', 'socks5']) {
    const proxy = new URL(`${scheme}://127.0.0.1:${port}`)
    const fetcher = openFetcher({ proxyOf: () => proxy })
    const failure = await failureOf(fetcher.get(`https://${HOST_NAME}/`, { maxBytes: 9, egress: 'x' }))
    expect(failure, scheme).toMatchObject({ code: 'source_failed', trouble: { reason: 'proxy', about: HOST_NAME } })
  }
})

it('a server that never answers is reported as a timeout, with its name', async () => {
  const port = await listenOnPort(socketServer(() => undefined))
  const error = await getUrl(`http://${HOST_NAME}:${port}/`, allowOptions(port, { limits: { stallMilliseconds: 50 } }))
  expect(error).toMatchObject({ code: 'source_timeout', trouble: { host: HOST_NAME } })
})

it.each([401, 403, 404, 410, 429, 500, 503])(
  'a file that is answered with %d is reported with that status',
  async (status) => {
    const answer: RequestListener = (_, response) => response.writeHead(status).end()
    const site = await startLoopbackSite(answer)
    const fetcher = openFetcher({ allow: [site.exemption] })
    const openingSource = openRangeSource(fetcher, `${site.origin}/a.mp4`, {}, new AbortController().signal, {
      retries: 0,
    })
    expect(await failureOf(openingSource)).toMatchObject({
      code: 'source_failed',
      trouble: { reason: 'status', about: String(status), host: '127.0.0.1' },
    })
  },
)
