import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { GuardedFetcher } from './guarded-fetch.ts'
import { failureOf, openFetcher, startLoopbackSite } from './loopback-site.fixture.ts'
import type { NameLookup } from './outbound-policy.ts'

const KILOBYTE = 1024
const canary = await startLoopbackSite()
const site = await startLoopbackSite((request, response) => {
  const url = new URL(request.url!, 'http://site')
  const location = url.searchParams.get('to')
  if (url.pathname === '/hello') response.end('hello')
  else if (url.pathname === '/echo') {
    response.writeHead(201, { 'x-method': request.method, 'x-type': request.headers['content-type'] ?? 'none' })
    request.pipe(response)
  } else if (url.pathname === '/missing') response.writeHead(404).end('nothing')
  else if (url.pathname === '/to') response.writeHead(302, { location: location! }).end('elsewhere')
  else if (url.pathname === '/loop') response.writeHead(302, { location: '/loop' }).end()
  else if (url.pathname === '/hops') {
    const left = Number(url.searchParams.get('left'))
    response.writeHead(307, { location: left > 1 ? `/hops?left=${left - 1}` : '/hello' }).end()
  } else if (url.pathname === '/silent') response.on('close', () => {})
  else if (url.pathname === '/stall') response.write('a little')
  else if (url.pathname === '/drip') {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  } else if (url.pathname === '/endless') {
    const writeMore = (): void => {
      while (response.writable && response.write(Buffer.alloc(64 * KILOBYTE))) {}
    }
    response.on('drain', writeMore)
    writeMore()
  } else if (url.pathname === '/claims') {
    response.writeHead(200, { 'content-length': '1000000' }).write('x')
  } else if (url.pathname === '/cut') {
    response.writeHead(200, { 'content-length': '1000' }).write('x')
    setImmediate(() => response.destroy())
  } else response.end()
})

const fetcherWith = (options: Parameters<typeof openFetcher>[0] = {}) =>
  openFetcher({ allow: [site.exemption], ...options })

const readText = async (fetcher: GuardedFetcher, url: string, maxBytes = 64 * KILOBYTE): Promise<string> => {
  const response = await fetcher.get(url, { maxBytes })
  return Buffer.from(await response.bytes()).toString()
}

describe('an allowed target', () => {
  it('is read', async () => {
    expect(await readText(fetcherWith(), `${site.origin}/hello`)).toBe('hello')
  })

  it('returns any status', async () => {
    const response = await fetcherWith().get(`${site.origin}/missing`, { maxBytes: KILOBYTE })
    expect(response.status).toBe(404)
    response.discard()
  })

  it('keeps its connection for the next request', async () => {
    const fetcher = fetcherWith()
    const countBefore = site.connections()
    await readText(fetcher, `${site.origin}/hello`)
    await readText(fetcher, `${site.origin}/hello`)
    expect(site.connections() - countBefore).toBe(1)
  })

  it('is resolved once per connection, and the checked address is the one used', async () => {
    const names: string[] = []
    const lookup: NameLookup = async (name) => {
      names.push(name)
      // After the first lookup, the name resolves to another IP address.
      return [{ address: names.length === 1 ? '127.0.0.1' : '127.0.0.99', family: 4 }]
    }
    const name = 'media.kerf-tests.org'
    const fetcher = fetcherWith({ allow: [`${name}:${site.port}`], lookup })
    expect(await readText(fetcher, `http://${name}:${site.port}/hello`)).toBe('hello')
    expect(names).toEqual([name])
  })
})

it('an unanswered connection attempt ends in time, even before TLS starts', async () => {
  const sockets: Socket[] = []
  const silentServer = createServer((socket) => sockets.push(socket.on('error', () => socket.destroy())))
  silentServer.listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const host = `127.0.0.1:${(silentServer.address() as AddressInfo).port}`
  const fetcher = fetcherWith({ allow: [host], limits: { stallMilliseconds: 30 } })
  const startedAt = performance.now()
  const failure = await failureOf(fetcher.get(`https://${host}/`, { maxBytes: KILOBYTE }))
  expect(failure.code).toBe('source_timeout')
  const cancellation = new AbortController()
  const pendingRequest = fetcherWith({ allow: [host] }).get(`https://${host}/`, {
    maxBytes: 9,
    signal: cancellation.signal,
  })
  cancellation.abort(new Error('never mind'))
  await expect(pendingRequest).rejects.toThrow('never mind')
  // The pool itself would wait ten seconds for the connection.
  expect(performance.now() - startedAt).toBeLessThan(5000)
  for (const socket of sockets) socket.destroy()
  silentServer.close()
})

describe('a write', () => {
  const body = 'grüße & {"amount":"4.99"}'

  it('arrives unchanged, and its answer is read under the same limits', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetcherWith().post(`${site.origin}/echo`, { body, headers, maxBytes: KILOBYTE })
    expect(response).toMatchObject({ status: 201, headers: { 'x-method': 'POST', 'x-type': 'application/json' } })
    expect(Buffer.from(await response.bytes()).toString()).toBe(body)

    const tooLargeResponse = await fetcherWith().post(`${site.origin}/echo`, { body, maxBytes: 4 })
    expect((await failureOf(tooLargeResponse.bytes())).code).toBe('source_failed')
  })

  it('does not follow a redirect, which is its answer', async () => {
    const to = encodeURIComponent(`${site.origin}/hello`)
    const countBefore = site.requests.length
    const response = await fetcherWith().post(`${site.origin}/to?to=${to}`, { body, maxBytes: KILOBYTE })
    response.discard()
    expect(response.status).toBe(302)
    expect(site.requests.length - countBefore).toBe(1)
  })

  it('reaches nothing that a read may not reach', async () => {
    const lookup: NameLookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const write = { body, maxBytes: KILOBYTE }
    await failureOf(fetcherWith().post(`${canary.origin}/`, write))
    await failureOf(fetcherWith({ lookup }).post('http://api.kerf-tests.org/', write))
    await failureOf(fetcherWith().post(`${site.origin}/echo`, { ...write, allowHost: () => false }))
    expect(canary.connections()).toBe(0)
  })

  it('ends if no answer comes, or if its caller aborts', async () => {
    const limits = { stallMilliseconds: 20 }
    const silentWrite = fetcherWith({ limits }).post(`${site.origin}/silent`, { body, maxBytes: KILOBYTE })
    expect((await failureOf(silentWrite)).code).toBe('source_timeout')
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(fetcherWith().post(`${site.origin}/echo`, { body, maxBytes: 9, signal })).rejects.toThrow('enough')
  })
})

describe('a refused target', () => {
  it('looks exactly like a closed port', async () => {
    const closedSite = await startLoopbackSite()
    await closedSite.close()
    const fetcher = fetcherWith({ allow: [site.exemption, closedSite.exemption] })
    const refusedFailure = await failureOf(fetcher.get(`${canary.origin}/`, { maxBytes: KILOBYTE }))
    const unreachableFailure = await failureOf(fetcher.get(`${closedSite.origin}/`, { maxBytes: KILOBYTE }))
    const invalidFailure = await failureOf(fetcher.get('not an address', { maxBytes: KILOBYTE }))
    const { code, message, expired, name } = refusedFailure
    expect(code).toBe('source_failed')
    for (const error of [unreachableFailure, invalidFailure])
      expect(error).toMatchObject({ code, message, expired, name })
  })

  it('may be any host outside of one source', async () => {
    const fetcher = fetcherWith()
    const allowHost = (host: string): boolean => host === 'elsewhere.kerf-tests.org'
    await failureOf(fetcher.get(`${site.origin}/hello`, { maxBytes: KILOBYTE, allowHost }))
  })
})

describe('redirects', () => {
  it('are followed five times', async () => {
    expect(await readText(fetcherWith(), `${site.origin}/hops?left=5`)).toBe('hello')
  })

  it('are not followed a sixth time or in a circle, and their status is reported', async () => {
    for (const [path, expectedText] of [
      ['/hops?left=6', '307'],
      ['/loop', '302'],
    ])
      expect(await failureOf(fetcherWith().get(site.origin + path, { maxBytes: KILOBYTE }))).toMatchObject({
        code: 'source_failed',
        trouble: { host: '127.0.0.1', reason: 'status', about: expectedText },
      })
  })

  it.each(['file:///etc/passwd', 'ftp://a.kerf-tests.org/', 'http://user:pw@127.0.0.1/', 'http://[', 'data:,x'])(
    'do not lead to %s',
    async (to) => {
      await failureOf(fetcherWith().get(`${site.origin}/to?to=${encodeURIComponent(to)}`, { maxBytes: KILOBYTE }))
    },
  )

  it('do not send the headers for the first host to another host', async () => {
    const secondSite = await startLoopbackSite()
    const fetcher = fetcherWith({ allow: [site.exemption, secondSite.exemption] })
    const headers = {
      Cookie: 'secret',
      Authorization: 'secret',
      'X-Key': 'secret',
      'User-Agent': 'kerf',
      Range: 'bytes=0-1',
    }
    const to = encodeURIComponent(`${secondSite.origin}/`)
    const response = await fetcher.get(`${site.origin}/to?to=${to}`, { maxBytes: KILOBYTE, headers })
    await response.bytes()
    expect(Object.values(secondSite.requests[0]!.headers)).not.toContain('secret')
    expect(secondSite.requests[0]!.headers).toMatchObject({ 'user-agent': 'kerf', range: 'bytes=0-1' })
  })
})

it.each([
  ['is larger than asked for', '/endless', {}, 'source_failed'],
  ['announces too much', '/claims', {}, 'source_failed'],
  ['never begins', '/silent', { stallMilliseconds: 60 }, 'source_timeout'],
  ['stalls', '/stall', { stallMilliseconds: 60 }, 'source_timeout'],
  ['trickles forever', '/drip', { totalMilliseconds: 200 }, 'source_timeout'],
  ['breaks off', '/cut', {}, 'source_failed'],
])('the limits end an answer that %s', async (_description, path, limits, code) => {
  expect((await failureOf(readText(fetcherWith({ limits }), `${site.origin}${path}`))).code).toBe(code)
})

describe('a caller that aborts', () => {
  it('gets its own reason, before the answer and during it', async () => {
    const fetcher = fetcherWith()
    const reason = new Error('never mind')
    await expect(
      fetcher.get(`${site.origin}/hello`, { maxBytes: KILOBYTE, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
    const controller = new AbortController()
    const response = await fetcher.get(`${site.origin}/stall`, { maxBytes: KILOBYTE, signal: controller.signal })
    const reading = response.bytes()
    controller.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })

  it('closes the connection when it stops reading', async () => {
    let closing: Promise<unknown> = Promise.resolve()
    const endlessSite = await startLoopbackSite((_request, response) => {
      closing = once(response, 'close')
      const writeMore = (): void => {
        while (response.writable && response.write(Buffer.alloc(64 * KILOBYTE))) {}
      }
      response.on('drain', writeMore)
      writeMore()
    })
    const response = await fetcherWith({ allow: [endlessSite.exemption] }).get(endlessSite.origin, { maxBytes: 1e9 })
    for await (const _chunk of response.body) break
    await closing
  })
})
