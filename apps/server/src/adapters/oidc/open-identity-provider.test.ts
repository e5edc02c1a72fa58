import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Identity, IdentityProviderError } from '../../ports/identity-provider.ts'
import { createGuardedFetcher } from '../outbound/guarded-fetch.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { openIdentityProvider } from './open-identity-provider.ts'

interface ProviderAnswer {
  status?: number
  location?: string
  body?: unknown
}

/** Answers of the provider, by path. Each test sets them. */
let answers: Record<string, () => ProviderAnswer> = {}
let requests: { name: string; authorization: string | undefined }[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  requests.push({ name: `${request.method} ${path}`, authorization: request.headers.authorization })
  const { status = 200, location, body = {} } = answers[path]?.() ?? { status: 404 }
  response.writeHead(status, { 'content-type': 'text/plain', ...(location && { location }) })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
})
const { port, close } = await listenOnLoopback(server)
addCleanup(close)
const issuer = `http://127.0.0.1:${port}`

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const [key, strangersKey] = [newKey(), newKey()]
const publicJwk = (privateKey: KeyObject, kid?: string) => ({
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  kid,
  use: 'sig',
})

type Json = Record<string, unknown>
const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url')
const contentOf = (header: Json, claims: Json) => `${encode({ alg: 'RS256', kid: 'a', ...header })}.${encode(claims)}`

function createIdToken(changes: Json = {}, header: Json = {}, signingKey = key): string {
  const content = contentOf(header, createClaims(changes))
  return `${content}.${sign('sha256', Buffer.from(content), signingKey).toString('base64url')}`
}

function createClaims(changes: Json = {}): Json {
  const now = Math.floor(Date.now() / 1000)
  const times = { iat: now, exp: now + 300 }
  const person = { sub: 'anna', email: 'anna@example.org', email_verified: true, name: 'Anna' }
  return { iss: issuer, aud: 'kerf', nonce: 'nonce', ...times, ...person, ...changes }
}

/** Lets the provider answer with this ID token, these keys and this metadata. */
function serveProvider({ idToken = createIdToken(), keys = [publicJwk(key, 'a')], metadata = {} as Json } = {}): void {
  answers = {
    '/.well-known/openid-configuration': () => ({
      body: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        ...metadata,
      },
    }),
    '/token': () => ({ body: { access_token: 'access', token_type: 'Bearer', id_token: idToken } }),
    '/keys': () => ({ body: { keys } }),
    '/userinfo': () => ({ body: { sub: 'anna', email: 'userinfo@example.org' } }),
  }
}

function openProvider({ secondsLate = 0, clientSecret = 'hush' } = {}) {
  const provider = openIdentityProvider({
    issuer: new URL(issuer),
    clientId: 'kerf',
    clientSecret,
    name: 'Example ID',
    groupsClaim: null,
    clock: { now: () => new Date(Date.now() + secondsLate * 1000) },
    fetcherFor: (urls) =>
      createGuardedFetcher({ policy: createOutboundPolicy({ allow: urls.map(({ host }) => host) }) }),
  })
  addCleanup(() => provider.close())
  return provider
}

const CALLBACK_PARAMETERS = {
  code: 'code',
  nonce: 'nonce',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'http://localhost/signin',
}
const identify = (iss?: string, provider = openProvider()): Promise<Identity | null> =>
  provider.identify({ ...CALLBACK_PARAMETERS, iss })

beforeEach(() => {
  requests = []
  serveProvider()
})

describe('an ID token', () => {
  it('identifies its person, also with other audiences if Kerf is its authorized party', async () => {
    expect(await identify()).toMatchObject({ issuer, subject: 'anna', email: 'anna@example.org', emailVerified: true })
    serveProvider({ idToken: createIdToken({ aud: ['kerf', 'another'], azp: 'kerf' }) })
    expect(await identify()).toMatchObject({ subject: 'anna' })
  })

  it("is refused without a signature, with an HMAC signature, and with another's key", async () => {
    const signWithSecret = (secret: string) => {
      const content = contentOf({ alg: 'HS256' }, createClaims())
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
    }
    const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
    const idTokens = [
      `${contentOf({ alg: 'none' }, createClaims())}.`,
      createIdToken({}, { alg: 'None' }),
      signWithSecret(publicPem),
      signWithSecret('hush'),
      createIdToken({}, {}, strangersKey),
      createIdToken({}, { kid: undefined, jwk: publicJwk(strangersKey) }, strangersKey),
      createIdToken({}, { crit: ['b64'], b64: false }),
      'a.b.c.d.e',
    ]
    const metadata = { id_token_signing_alg_values_supported: ['none', 'None', 'HS256', 'RS256'] }
    for (const idToken of idTokens) {
      serveProvider({ idToken, metadata })
      expect(await identify(), idToken).toBeNull()
    }
  })

  it('is refused if it is an access or logout token, or names another party', async () => {
    const changes: Json[] = [
      { nonce: undefined },
      { nonce: ['nonce'] },
      { nonce: undefined, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
      { azp: 'another' },
      { azp: 'another', aud: ['kerf'] },
      { azp: 'another', aud: ['kerf', 'another'] },
      { aud: ['kerf', 'another'] },
      { iss: `${issuer}/` },
      { exp: undefined },
      { exp: '99999999999' },
      { iat: undefined },
      { sub: 7 },
    ]
    for (const change of changes) {
      serveProvider({ idToken: createIdToken(change) })
      expect(await identify(), JSON.stringify(change)).toBeNull()
    }
  })

  it('may come from a clock that differs by a minute', async () => {
    expect(await identify(undefined, openProvider({ secondsLate: 350 }))).toMatchObject({ subject: 'anna' })
    expect(await identify(undefined, openProvider({ secondsLate: 370 }))).toBeNull()
    serveProvider({ idToken: createIdToken({ nbf: Math.floor(Date.now() / 1000) + 50 }) })
    expect(await identify()).toMatchObject({ subject: 'anna' })
    expect(await identify(undefined, openProvider({ secondsLate: -20 }))).toBeNull()
  })
})

describe('the keys of the provider', () => {
  it('may change between two sign-ins, with and without key ids', async () => {
    const provider = openProvider()
    for (const kid of ['a', undefined]) {
      for (const signingKey of [key, strangersKey]) {
        const kidNow = kid && (signingKey === key ? 'a' : 'b')
        serveProvider({
          idToken: createIdToken({}, { kid: kidNow }, signingKey),
          keys: [publicJwk(signingKey, kidNow)],
        })
        expect(await identify(undefined, provider)).toMatchObject({ subject: 'anna' })
      }
    }
  })

  it('may be many, but at most 256 KB', async () => {
    const otherKeys = (count: number) =>
      Array.from({ length: count }, (_, index) => publicJwk(strangersKey, `b${index}`))
    serveProvider({ keys: [...otherKeys(400), publicJwk(key, 'a')] })
    expect(await identify()).toMatchObject({ subject: 'anna' })
    serveProvider({ keys: [...otherKeys(1000), publicJwk(key, 'a')] })
    await expect(identify()).rejects.toThrow(IdentityProviderError)
  })
})

describe('a call to the provider', () => {
  it('sends no code to an endpoint if another issuer sent it', async () => {
    expect(await identify('https://id.example.org')).toBeNull()
    serveProvider({ metadata: { authorization_response_iss_parameter_supported: true } })
    expect(await identify()).toBeNull()
    expect(requests.map(({ name }) => name)).not.toContain('POST /token')
    expect(await identify(issuer)).toMatchObject({ subject: 'anna' })
  })

  it('follows no redirect', async () => {
    for (const path of ['/.well-known/openid-configuration', '/token', '/keys', '/userinfo']) {
      serveProvider({ idToken: createIdToken({ email: undefined }) })
      answers['/elsewhere'] = answers[path]!
      answers[path] = () => ({ status: 307, location: '/elsewhere' })
      expect(await identify().catch((error: unknown) => error), path).toSatisfy(
        (outcome) => outcome === null || outcome instanceof IdentityProviderError,
      )
    }
  })

  it('encodes the secret so that providers accept it even undecoded', async () => {
    await identify(undefined, openProvider({ clientSecret: 'a-b_c.d' }))
    const { authorization } = requests.find(({ name }) => name === 'POST /token')!
    expect(authorization).toBe(`Basic ${Buffer.from('kerf:a-b_c.d').toString('base64')}`)
  })

  it('fails with its own error if the provider is at fault, not the person', async () => {
    for (const path of ['/.well-known/openid-configuration', '/token', '/keys', '/userinfo']) {
      serveProvider({ idToken: createIdToken({ email: undefined }) })
      answers[path] = () => ({ status: 500 })
      await expect(identify(), path).rejects.toThrow(IdentityProviderError)
    }
    answers = { '/.well-known/openid-configuration': () => ({ body: '<html>' }) }
    await expect(openProvider().check()).rejects.toThrow(IdentityProviderError)
    serveProvider({ metadata: { issuer: 'https://id.example.org' } })
    await expect(openProvider().check()).rejects.toThrow('calls itself https://id.example.org')
  })
})
