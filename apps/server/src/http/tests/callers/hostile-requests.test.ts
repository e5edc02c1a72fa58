import { connect } from 'node:net'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../use-cases/testing/people.ts'
import { PRIVATE_IP_ADDRESS } from '../../../use-cases/testing/test-backend.ts'
import { openApp, openTestServer, SESSION_COOKIE } from '../../testing/open-app.ts'

const lines: string[] = []
const { backend, people, server } = await openTestServer({
  logger: pino({}, { write: (line: string) => void lines.push(line) }),
})
await server.app.listen({ port: 0, host: '127.0.0.1' })
const address = server.app.server.address()
const port = typeof address === 'object' && address ? address.port : 0
const SIGN_IN = '/api/auth/signin'
const post = (payload: string, headers: Record<string, string> = {}, url = SIGN_IN) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress: PRIVATE_IP_ADDRESS,
  })

/** Sends bytes to the server, and returns its answer until it closes the connection. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
  })
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('an invalid body', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"email":"a@b.c"'],
    ['a word', 'null'],
    ['a number', '17'],
    ['a string', '"email"'],
    ['a list', '[]'],
    ['30,000 nested lists', nested(30_000)],
    ['20,000 nested lists in a field', `{"email":${nested(20_000)},"password":"x"}`],
    ['numbers instead of strings', '{"email":1,"password":2}'],
    ['lists instead of strings', '{"email":["a@b.c"],"password":["x"]}'],
    ['objects instead of strings', '{"email":{"$ne":null},"password":{"$gt":""}}'],
    ['a number out of range', '{"email":"a@b.c","password":1e999}'],
    ['a NUL', '{"email":"a@b.c","password":"a\\u0000b"}'],
    ['half a surrogate pair', '{"email":"a@b.c","password":"\\ud800"}'],
    ['bytes that are not UTF-8', '{"email":"\xff\xfe","password":"x"}'],
    ['a prototype', '{"__proto__":{"isAdmin":true},"email":1}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"isAdmin":true}},"email":1}'],
  ])('such as %s is refused in the format of all refusals', async (_description, payload) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', error: expect.any(String) })
    expect(answer.body).not.toMatch(/at .*\.ts|node_modules|SyntaxError|Fastify|zod/i)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  it('of a hundred kilobytes is refused for its size', async () => {
    const answer = await post(JSON.stringify({ email: 'a@b.c', password: 'x'.repeat(100_000) }))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large'])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
  ])('of the type %j is refused unread', async (type) => {
    const answer = await post('{"email":"a@b.c","password":"x"}', { 'content-type': type })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'not_json'])
  })

  it('gives nobody a role, a plan or an id through extra fields', async () => {
    const request = { email: 'mallory@example.org', username: 'mallory', password: PASSWORD, name: 'Mallory' }
    const extraFields = { role: 'admin', subscription: 'lifetime', id: 'mine', emailVerified: true, isActive: true }
    const answer = await post(JSON.stringify({ ...request, ...extraFields }), {}, '/api/auth/signup')
    const storedAccount = await backend.database.records.accounts.findByEmail(request.email)
    if (answer.statusCode >= 400) expect(storedAccount).toBeNull()
    else expect(storedAccount).toMatchObject({ role: 'user', subscription: 'free', emailVerified: false })
    expect(storedAccount?.id).not.toBe('mine')
  })
})

describe('without PUBLIC_URL and a proxy, a host name', async () => {
  const { email } = (await people.signUp()).session.account
  const directServer = await openApp(backend, people, { trustedProxies: 0 })
  const signIn = async (host: string, { app } = directServer) => {
    const headers = { 'content-type': 'application/json', host, origin: `http://${host}` }
    const payload = JSON.stringify({ email, password: PASSWORD })
    const answer = await app.inject({ method: 'POST', url: SIGN_IN, headers, payload })
    const { code, error } = answer.json()
    return [answer.statusCode, code, error]
  }

  it.each(
    'localhost:3000 127.0.0.1 192.168.1.5:3000 [::1]:3000 [fd00::5] nas:3000 NAS.local. kerf.internal'.split(' '),
  )('is trusted if outsiders cannot use it, like %s', async (host) =>
    expect(await signIn(host)).toEqual([200, undefined, undefined]),
  )

  it.each(
    'evil.example evil.example:3000 127.0.0.1.nip.example local.example 1.2.3.4.5 a.local.evil.example'.split(' '),
  )('such as %s, which anybody can point here, shows pages and changes nothing', async (host) => {
    expect(await signIn(host)).toEqual([403, 'unknown_host', expect.stringContaining('PUBLIC_URL')])
    const page = await directServer.app.inject({ url: '/api/health', headers: { host } })
    expect(page.statusCode).toBe(200)
  })

  it('is trusted if a proxy passes it', async () => {
    expect(await signIn('kerf.example.org', server)).toEqual([200, undefined, undefined])
  })

  it.each([
    ['kerf.example.org:443', 'https'],
    ['kerf.example.org', 'https,http'],
  ])('is understood as proxies write it, like %s by %s', async (host, scheme) => {
    const headers = { 'content-type': 'application/json', host, 'x-forwarded-proto': scheme }
    const payload = JSON.stringify({ email, password: PASSWORD })
    const ask = (origin: string) =>
      server.app.inject({
        method: 'POST',
        url: SIGN_IN,
        headers: { ...headers, origin },
        payload,
        remoteAddress: PRIVATE_IP_ADDRESS,
      })
    const answer = await ask('https://kerf.example.org')
    expect([answer.statusCode, answer.cookies[0]?.secure]).toEqual([200, true])
    for (const foreignOrigin of [
      'https://evil.example',
      'http://kerf.example.org',
      'https://kerf.example.org:8443',
      'null',
    ])
      expect((await ask(foreignOrigin)).json().code).toBe('wrong_origin')
  })

  it('must match PUBLIC_URL once that is set', async () => {
    const namedServer = await openApp(backend, people, {
      publicUrl: new URL('https://kerf.example.org'),
      trustedProxies: 0,
    })
    const headers = { 'content-type': 'application/json', host: 'kerf.example.org', origin: 'https://kerf.example.org' }
    const payload = JSON.stringify({ email, password: PASSWORD })
    const answer = await namedServer.app.inject({
      method: 'POST',
      url: SIGN_IN,
      headers,
      payload,
      remoteAddress: PRIVATE_IP_ADDRESS,
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('a URL', () => {
  it.each([
    '/api/video/%00',
    '/api/video/..%2f..%2fetc%2fpasswd',
    '/api/download/%2e%2e/file',
    `/api/download/${'a'.repeat(5000)}`,
    '/api/download/__proto__',
    '/api/download/constructor/file',
    '/api/video/%ff%fe/filmstrip/0',
    '/..%5c..%5cpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/.git/config',
    '/.env',
    '/sample/../../package.json',
    '/assets/%2e%2e/%2e%2e/pages.json',
  ])('such as %s gets a bare 404', async (url) => {
    const answer = await server.app.inject({ url, remoteAddress: PRIVATE_IP_ADDRESS })
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('not_found')
    expect(answer.body).not.toContain(import.meta.dirname)
  })

  it('with a repeated parameter is refused', async () => {
    const { session } = await people.signUp()
    const ask = (query: string) =>
      server.app.inject({
        url: `/api/user/downloads?${query}`,
        headers: { cookie: `${SESSION_COOKIE}=${session.sessionToken}` },
        remoteAddress: PRIVATE_IP_ADDRESS,
      })
    expect((await ask('before=a&before=b')).statusCode).toBe(400)
    expect((await ask('before[]=a')).statusCode).toBe(400)
  })
})

it.each([
  ['of thousands of characters', 'x'.repeat(9000)],
  ['with an SQL injection', "' OR 1=1; DROP TABLE users; --"],
  ['with line ends', 'a%0d%0aset-cookie:%20b=c'],
  ['in another format', '__proto__'],
  ['with a made-up signature', `${'a'.repeat(32)}.${'b'.repeat(44)}`],
])('cookies %s belong to nobody', async (_description, value) => {
  for (const name of [SESSION_COOKIE, 'kerf_viewer', 'kerf_device']) {
    const cookie = `${name}=${value}`
    const answer = await server.app.inject({
      url: '/api/auth/user',
      headers: { cookie },
      remoteAddress: PRIVATE_IP_ADDRESS,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in'])
    expect(answer.headers['set-cookie'] ?? '').not.toContain('b=c')
  }
})

describe('a raw request', () => {
  const body = '{"email":"a@b.c","password":"x"}'
  const head = `POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  const smuggledRequest = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
  it.each([
    ['two lengths', `${head}Content-Length: 4\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
    [
      'a length and chunks',
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggledRequest}`,
    ],
    ['a misspelt chunked encoding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggledRequest}`],
    [
      'a chunked encoding that is not last',
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggledRequest}`,
    ],
    ['a length with a sign', `${head}Content-Length: +${body.length}\r\n\r\n${body}`],
    ['a line that ends with a bare LF', `${head}X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggledRequest}`],
    ['a space before the colon', `${head}Content-Length : ${body.length}\r\n\r\n${body}`],
    ['an invalid chunk size', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`],
  ])('smuggled by %s is refused once', async (_description, bytes) => {
    const answer = await raw(bytes)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })

  it('with two hosts is refused', async () => {
    for (const second of ['Host: x', 'hOST: evil.example'])
      expect(await raw(`GET /api/auth/user HTTP/1.1\r\nHost: x\r\n${second}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 400 [\s\S]+"code":"invalid_request"/,
      )
  })

  it('with endless headers is cut off', async () => {
    const answer = await raw(
      `GET /api/health HTTP/1.1\r\nHost: x\r\n${'X: '.concat('y'.repeat(1000), '\r\n').repeat(100)}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]+\r\n\r\n\{"error":"[^"]+","code":"invalid_request"\}$/)
  })

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'DEBUG'])('with %s has no effect', async (method) => {
    const answer = await raw(
      `${method} /api/auth/user HTTP/1.1\r\nHost: x\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toContain('s3cret')
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/)
  })

  it('does not reveal the server software', async () => {
    const answer = await raw('GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 404/)
    expect(answer).not.toMatch(/^(?:server|x-powered-by):/im)
  })
})

it('none of these requests forges a log line', () => {
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})
