import { testConnection } from '@kerf/contract/admin-address'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { type ProxyFaults, startReverseProxy } from '@kerf/standins/proxy/start-reverse-proxy'
import { describe, expect, it } from 'vitest'
import { openApp, openTestServer, signedInClient } from '../../testing/open-app.ts'

const { backend, people, server } = await openTestServer()
const admin = signedInClient(await people.signUp({ role: 'admin' }))
const proxy = await startReverseProxy()
addCleanup(proxy.close)
const serverUrl = await server.app.listen({ port: 0, host: '127.0.0.1' })

/** `fetch` of a browser that shows the page of this address: with its cookies and its origin. */
function browserAt(origin: string, cookie = admin.cookie): typeof fetch {
  const cookies = new Map([['session', cookie ?? '']])
  return async (path, init = {}) => {
    const headers = { ...(init.headers as Record<string, string>), cookie: [...cookies.values()].join('; '), origin }
    const response = await fetch(new URL(String(path), proxy.url), { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.split('=')[0] ?? '', pair)
    }
    return response
  }
}

interface TestedRequest {
  target?: string
  cookie?: string
}

async function test(faults: ProxyFaults = {}, { target = serverUrl, cookie }: TestedRequest = {}) {
  Object.assign(proxy, { target, faults })
  const { signal } = new AbortController()
  return await testConnection({ origin: proxy.url, signal }, browserAt(proxy.url, cookie))
}

const ALL_PASS = {
  origin: proxy.url,
  areChangesTaken: true,
  hasCookie: true,
  hasRange: true,
  isHeldBack: false,
  seesVisitors: true,
}

describe('the test of the connection to the browser', () => {
  it('finds nothing if a proxy passes everything', async () => {
    expect(await test()).toEqual(ALL_PASS)
  })

  it.each<[ProxyFaults, object]>([
    [{ dropsCookies: true }, { hasCookie: false }],
    [{ dropsRange: true }, { hasRange: false }],
    [{ holdsBack: true }, { isHeldBack: true }],
  ])('finds a proxy that does this: %o', async (faults, findings) => {
    expect(await test(faults)).toEqual({ ...ALL_PASS, ...findings })
  })

  it('finds an address whose changes are refused because the proxy or PUBLIC_URL names another', async () => {
    expect(await test({ forwardsNothing: true })).toMatchObject({ areChangesTaken: false, hasRange: true })
    const { app } = await openApp(backend, people, { publicUrl: new URL('https://kerf.example') })
    const target = await app.listen({ port: 0, host: '127.0.0.1' })
    // Over https, the session's cookie has another name.
    expect(await test({}, { target, cookie: `__Host-${admin.cookie}` })).toMatchObject({ areChangesTaken: false })
  })

  it('finds a server that takes all visitors for its proxy', async () => {
    const { app } = await openApp(backend, people, { trustedProxies: 0 })
    const target = await app.listen({ port: 0, host: '127.0.0.1' })
    expect(await test({}, { target })).toEqual({ ...ALL_PASS, seesVisitors: false })
  })

  it('is for admins only', async () => {
    await expect(test({}, { cookie: '' })).rejects.toMatchObject({ status: 401, code: 'not_signed_in' })
  })
})
