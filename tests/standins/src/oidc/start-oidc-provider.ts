import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'

/** Claims about a person who signs in. */
export interface OidcPerson {
  email?: string
  email_verified?: boolean | string
  name?: string
  preferred_username?: string
  groups?: string[]
}

type Claims = Record<string, unknown>

export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>

const CLIENT_ID = 'kerf'
const CLIENT_SECRET = 'standin-secret'
const KEY_ID = 'signing-key'
const SCOPES = 'openid email profile groups'

/** An OpenID Connect provider on a free port of this machine. Any login and password open its sign-in page. */
export async function startOidcProvider() {
  let redirectUris: readonly string[] = []
  const people = new Map<string, OidcPerson>()
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const requests: string[] = []
  let isDown = false
  let forgery: { change: (claims: Claims) => Claims; signingKey: KeyObject } | null = null
  let userinfo: ((claims: Claims) => Claims) | null = null

  let handleRequest: ReturnType<Provider['callback']> | null = null
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (isDown || !handleRequest) response.writeHead(503).end()
    else handleRequest(request, response)
  })
  const { port, close } = await listenOnLoopback(server)
  const issuer = `http://127.0.0.1:${port}`

  function openProvider(): Provider {
    const provider: Provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris }],
      jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['a key of the stand-in'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
        groups: ['groups'],
      },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_context: unknown, login: string) => ({
        accountId: login,
        claims: () => ({
          sub: login,
          email: `${login}@example.org`,
          email_verified: true,
          name: `Name of ${login}`,
          ...people.get(login),
        }),
      }),
      // The provider asks nobody for consent.
      loadExistingGrant: async ({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } }
      }) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope(SCOPES)
        await grant.save()
        return grant
      },
    })
    provider.use(async (context, next) => {
      await next()
      const { body, oidc } = context
      if (oidc?.route === 'token' && forgery && typeof body.id_token === 'string')
        context.body = { ...body, id_token: signToken(forgery.change(claimsIn(body.id_token)), forgery.signingKey) }
      if (oidc?.route === 'userinfo' && userinfo) context.body = userinfo(body)
    })
    return provider
  }

  return {
    issuer,
    /** Registers the redirect URIs, which are known once the server listens. */
    register(uris: readonly string[]) {
      redirectUris = uris
      handleRequest = openProvider().callback()
    },
    /** Environment of a server that uses this provider. */
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Example ID',
    },
    /** Methods and paths of all requests, such as `GET /jwks`. */
    requests,
    /** Sets claims of a login, in addition to or in place of the usual ones. */
    setClaims: (login: string, person: OidcPerson) => void people.set(login, person),
    /** While the provider is down, it answers 503 to every request. */
    setDown: (down: boolean) => {
      isDown = down
    },
    /**
     * Changes the claims in ID tokens, signed with the provider's key unless another is given; null: changes nothing.
     */
    forge: (change: ((claims: Claims) => Claims) | null, signingKey: KeyObject = key) => {
      forgery = change && { change, signingKey }
    },
    changeUserinfo: (change: ((claims: Claims) => Claims) | null) => {
      userinfo = change
    },
    /** Signs in as a browser does. Returns the address to which the provider sends the browser back. */
    signIn: (url: string, login: string) => signInLikeABrowser(url, login, redirectUris),
    close,
  }
}

function claimsIn(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims
}

function signToken(claims: Claims, signingKey: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), signingKey).toString('base64url')}`
}

const MAX_STEPS = 12

async function signInLikeABrowser(url: string, login: string, redirectUris: readonly string[]): Promise<URL> {
  const cookies = new Map<string, string>()
  let address = new URL(url)
  let form: URLSearchParams | null = null
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer: Response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    await answer.body?.cancel()
    form = null
    if (location) {
      address = new URL(location, address)
      if (redirectUris.some((uri) => address.href.startsWith(`${new URL(uri).href}?`))) return address
    } else if (answer.ok) form = new URLSearchParams({ prompt: 'login', login, password: 'any' })
    else throw new Error(`The provider answered ${answer.status}.`)
  }
  throw new Error('The provider did not send the browser back.')
}
