import { createServer as createPlainServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { makeTestCertificates } from '@kerf/standins/youtube/net/test-certificates'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { GuardedFetcher } from './guarded-fetch.ts'
import { openFetcher, startLoopbackSite } from './loopback-site.fixture.ts'

const HOST_NAME = 'media.kerf-tests.org'
const certificates = await makeTestCertificates([HOST_NAME])
const { caPem: extraCaPem } = certificates
const tlsServer = createTlsServer(
  { key: certificates.serverKeyPem, cert: certificates.serverChainPem },
  (_request, response) => response.end('over tls'),
)
tlsServer.on('tlsClientError', (_error, socket) => socket.destroy())
const tlsSite = await listenOnLoopback(tlsServer)
afterAll(() => tlsSite.close())
const plainSite = await startLoopbackSite((request, response) => {
  const to = new URL(request.url ?? '/', 'http://site.invalid').searchParams.get('to')
  if (to) response.writeHead(302, { location: to })
  response.end('in the clear')
})

async function readText(fetcher: GuardedFetcher, url: string): Promise<string> {
  const response = await fetcher.get(url, { maxBytes: 1024 })
  return Buffer.from(await response.bytes()).toString()
}

const lookup = async () => [{ address: '127.0.0.1', family: 4 }]

describe('over TLS', () => {
  it('a server is trusted if the operator names its authority', async () => {
    const fetcher = openFetcher({ allow: [`${HOST_NAME}:${tlsSite.port}`], lookup, extraCaPem })
    expect(await readText(fetcher, `https://${HOST_NAME}:${tlsSite.port}/`)).toBe('over tls')
  })

  it('a server is not trusted otherwise', async () => {
    const fetcher = openFetcher({ allow: [`${HOST_NAME}:${tlsSite.port}`], lookup })
    await expect(readText(fetcher, `https://${HOST_NAME}:${tlsSite.port}/`)).rejects.toMatchObject({
      code: 'source_failed',
    })
  })

  it('a server needs a certificate for the requested name', async () => {
    const otherName = 'other.kerf-tests.org'
    const fetcher = openFetcher({ allow: [`${otherName}:${tlsSite.port}`], lookup, extraCaPem })
    await expect(readText(fetcher, `https://${otherName}:${tlsSite.port}/`)).rejects.toMatchObject({
      code: 'source_failed',
    })
  })
})

describe('through an upstream proxy', () => {
  /** A proxy that records requests, and leads every tunnel to the server for the requested port. */
  async function startUpstream(answer = 'HTTP/1.1 200 OK\r\n\r\n'): Promise<{ url: URL; asked: string[] }> {
    const requestedHosts: string[] = []
    const proxy = createPlainServer((request, response) => {
      requestedHosts.push(`${request.method} ${request.url}`)
      response.end('not a tunnel')
    })
    proxy.on('connect', (request, socket) => {
      requestedHosts.push(`CONNECT ${request.url}`)
      const target = connect(request.url?.endsWith(':443') ? tlsSite.port : plainSite.port, '127.0.0.1')
      socket.on('error', () => target.destroy())
      target.on('error', () => socket.destroy())
      socket.write(answer)
      socket.pipe(target).pipe(socket)
    })
    const { port, close } = await listenOnLoopback(proxy)
    onTestFinished(close)
    return { url: new URL(`http://127.0.0.1:${port}`), asked: requestedHosts }
  }
  const failingLookup = async (): Promise<never> => {
    throw new Error('a name was resolved here')
  }

  it('names are passed on unresolved, and plain http is tunnelled like TLS', async () => {
    const upstream = await startUpstream()
    const fetcher = openFetcher({ upstreamProxy: upstream.url, lookup: failingLookup, extraCaPem })
    expect(await readText(fetcher, `https://${HOST_NAME}/a`)).toBe('over tls')
    expect(await readText(fetcher, `http://${HOST_NAME}/a`)).toBe('in the clear')
    expect(upstream.asked).toEqual([`CONNECT ${HOST_NAME}:443`, `CONNECT ${HOST_NAME}:80`])
  })

  it('writes take the same route', async () => {
    const upstream = await startUpstream()
    const fetcher = openFetcher({ upstreamProxy: upstream.url, lookup: failingLookup, extraCaPem })
    const response = await fetcher.post(`https://${HOST_NAME}/a`, { body: 'amount', maxBytes: 1024 })
    expect(Buffer.from(await response.bytes()).toString()).toBe('over tls')
    await expect(fetcher.post('http://127.0.0.1/', { body: 'amount', maxBytes: 9 })).rejects.toMatchObject({
      code: 'source_failed',
    })
    expect(upstream.asked).toEqual([`CONNECT ${HOST_NAME}:443`])
  })

  it.each([
    'http://127.0.0.1/',
    'http://metadata.google.internal/',
    `http://${HOST_NAME}:22/`,
    `http://anna:secret@${HOST_NAME}/`,
    'file:///etc/passwd',
    'ftp://example.org/',
  ])('a redirect target is checked again, and not passed on: %s', async (to) => {
    const upstream = await startUpstream()
    const fetcher = openFetcher({ upstreamProxy: upstream.url, lookup: failingLookup })
    const redirectedRead = readText(fetcher, `http://${HOST_NAME}/?to=${encodeURIComponent(to)}`)
    await expect(redirectedRead).rejects.toMatchObject({ code: 'source_failed' })
    expect(upstream.asked).toEqual([`CONNECT ${HOST_NAME}:80`])
  })

  it('an exempted host is reached directly', async () => {
    const upstream = await startUpstream()
    const fetcher = openFetcher({ upstreamProxy: upstream.url, allow: [plainSite.exemption] })
    expect(await readText(fetcher, `${plainSite.origin}/`)).toBe('in the clear')
    expect(upstream.asked).toEqual([])
  })

  it('a refusal by the proxy is an ordinary failure', async () => {
    const upstream = await startUpstream('HTTP/1.1 403 Forbidden\r\n\r\n')
    const fetcher = openFetcher({ upstreamProxy: upstream.url })
    await expect(readText(fetcher, `https://${HOST_NAME}/`)).rejects.toMatchObject({
      code: 'source_failed',
      message: 'The source could not be read.',
    })
  })
})
