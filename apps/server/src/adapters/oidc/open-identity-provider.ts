import { jsonIn } from '@kerf/domain/text/json-in'
import { authorizationCodeRequest, createAuthorizationURL, verifyJwsAccessToken } from 'better-auth/oauth2'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { type Identity, type IdentityProvider, IdentityProviderError } from '../../ports/identity-provider.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'

export interface IdentityProviderOptions {
  issuer: URL
  clientId: string
  clientSecret: string
  name: string
  /** The claim that lists a person's groups; null where nobody asks for them. */
  groupsClaim: string | null
  clock: Clock
  /** Reaches these hosts, also inward, and no others. */
  fetcherFor: (urls: readonly URL[]) => GuardedFetcher
}

const CALL_MILLISECONDS = 10_000
const MAX_ANSWER_BYTES = 256 * 1024
/** Endpoints change seldom, but they do. */
const METADATA_MILLISECONDS = 3_600_000
/** Nobody is sent to a provider that has not answered for so long. */
const ANSWERED_MILLISECONDS = 30_000
const CLOCK_TOLERANCE_SECONDS = 60
/** With a secret of both sides, or none, a token proves nothing about who made it. */
const SIGNED_WITH_A_KEY = /^(?:RS|PS|ES)\d{3}K?$|^(?:EdDSA|Ed25519)$/

const endpointUrl = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text))

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: endpointUrl,
  token_endpoint: endpointUrl,
  jwks_uri: endpointUrl,
  userinfo_endpoint: endpointUrl.optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  scopes_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
})

const tokenAnswer = z.object({ id_token: z.string().max(65_536), access_token: z.string().max(65_536).optional() })
const keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

type Claims = Record<string, unknown>

interface Provider {
  metadata: z.output<typeof discovery>
  fetcher: GuardedFetcher
  endpoints: readonly URL[]
  /** The keys that ID tokens are signed with are cached under this. */
  keysOf: object
}

export function openIdentityProvider(options: IdentityProviderOptions): IdentityProvider & { close(): Promise<void> } {
  const { issuer, clientId, clientSecret, name, groupsClaim, clock, fetcherFor } = options
  const client = { clientId, clientSecret }
  let known: { provider: Provider; at: number } | null = null
  /** Those of former endpoints as well: somebody may be in the middle of signing in. */
  const fetchers: GuardedFetcher[] = []
  let asking: Promise<Provider> | null = null

  /** Asked for when it is needed, and again after a while: a provider that is down at our start is found later. */
  async function provider(maxAgeMilliseconds: number): Promise<Provider> {
    if (known && clock.now().getTime() - known.at < maxAgeMilliseconds) return known.provider
    asking ??= discover().finally(() => {
      asking = null
    })
    return asking
  }

  async function discover(): Promise<Provider> {
    const finder = fetcherFor([issuer])
    const address = new URL(issuer)
    address.pathname = `${address.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await ask(finder, address).finally(() => void finder.close())
    const metadata = discovery.safeParse(answer.status === 200 ? answer.body : null).data
    if (!metadata) throw new IdentityProviderError(`${address.href} is no OpenID Connect discovery document.`)
    if (withoutSlash(metadata.issuer) !== withoutSlash(issuer.href))
      throw new IdentityProviderError(
        `OIDC_ISSUER is ${issuer.href}, but the provider calls itself ${metadata.issuer}.`,
      )
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata
    const asked = [token_endpoint, jwks_uri, ...(userinfo_endpoint ? [userinfo_endpoint] : [])]
    if (
      issuer.protocol === 'https:' &&
      [authorization_endpoint, ...asked].some(({ protocol }) => protocol !== 'https:')
    )
      throw new IdentityProviderError('The identity provider names an endpoint without https.')
    const isAsBefore = String(known?.provider.endpoints) === String(asked)
    const fetcher = known && isAsBefore ? known.provider.fetcher : fetcherFor(asked)
    if (!isAsBefore) fetchers.push(fetcher)
    const found = { metadata, fetcher, endpoints: asked, keysOf: isAsBefore && known ? known.provider.keysOf : {} }
    known = { provider: found, at: clock.now().getTime() }
    return found
  }

  async function readIdToken(idToken: string, nonce: string, { metadata, fetcher, keysOf }: Provider) {
    const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) =>
      SIGNED_WITH_A_KEY.test(name),
    )
    const fetchKeys = async () => {
      const { status, body } = await ask(fetcher, metadata.jwks_uri)
      const found = keys.safeParse(status === 200 ? body : null).data
      if (!found) throw new IdentityProviderError('The identity provider sent no keys.')
      return found
    }
    const verifyOptions = {
      issuer: metadata.issuer,
      audience: clientId,
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: clock.now(),
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    }
    try {
      const claims: Claims = await verifyJwsAccessToken(idToken, {
        jwksFetch: fetchKeys,
        jwksCacheKey: keysOf,
        verifyOptions,
      })
      const isForUs =
        claims.azp === undefined ? !Array.isArray(claims.aud) || claims.aud.length === 1 : claims.azp === clientId
      return isForUs && claims.nonce === nonce && typeof claims.sub === 'string' ? claims : null
    } catch (error) {
      if (error instanceof IdentityProviderError) throw error
      return null
    }
  }

  /** Many providers leave these out of the ID token. */
  const isWhole = (claims: Claims) =>
    ['email', 'email_verified', 'name', ...(groupsClaim ? [groupsClaim] : [])].every((claim) => claim in claims)

  async function withUserinfo(claims: Claims, accessToken: string | undefined, { metadata, fetcher }: Provider) {
    if (isWhole(claims) || !metadata.userinfo_endpoint || !accessToken) return claims
    const { status, body } = await ask(fetcher, metadata.userinfo_endpoint, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const more = z.looseObject({ sub: z.string() }).safeParse(status === 200 ? body : null).data
    if (!more) throw new IdentityProviderError(`The identity provider answered ${status} to a call for userinfo.`)
    // About somebody else: what it says must not be mixed with what the ID token says.
    return more.sub === claims.sub ? { ...more, ...claims } : null
  }

  return {
    name,

    async signInAddress({ state, nonce, codeVerifier, redirectUri, again }) {
      const { metadata } = await provider(ANSWERED_MILLISECONDS)
      const isOffered = (scope: string) => metadata.scopes_supported?.includes(scope) ?? false
      const url = await createAuthorizationURL({
        id: 'oidc',
        options: client,
        authorizationEndpoint: metadata.authorization_endpoint.href,
        redirectURI: redirectUri,
        state,
        nonce,
        codeVerifier,
        scopes: ['openid', 'email', 'profile', ...(groupsClaim && isOffered('groups') ? ['groups'] : [])],
        ...(again ? { prompt: 'login' } : {}),
      })
      return url.href
    },

    async identify({ code, iss, nonce, codeVerifier, redirectUri }) {
      const asked = await provider(METADATA_MILLISECONDS)
      const { metadata, fetcher } = asked
      // Where a provider says that it names itself, an answer without a name is from somebody else (RFC 9207).
      const isNamed = iss !== undefined || metadata.authorization_response_iss_parameter_supported
      if (isNamed && iss !== metadata.issuer) return null
      const methods = metadata.token_endpoint_auth_methods_supported
      const { body, headers } = await authorizationCodeRequest({
        code,
        codeVerifier,
        options: client,
        redirectURI: redirectUri,
        tokenEndpoint: metadata.token_endpoint.href,
        authentication: methods && !methods.includes('client_secret_basic') ? 'post' : 'basic',
      })
      const answer = await ask(fetcher, metadata.token_endpoint, { headers, body: body.toString() })
      // Also of a client that it does not know, with its own words for the operator.
      if (answer.status === 401)
        throw new IdentityProviderError('The identity provider rejected OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.')
      if (answer.status >= 500) throw new IdentityProviderError(`The identity provider answered ${answer.status}.`)
      const tokens = tokenAnswer.safeParse(answer.status === 200 ? answer.body : null).data
      if (!tokens) return null
      const verified = await readIdToken(tokens.id_token, nonce, asked)
      const claims = verified && (await withUserinfo(verified, tokens.access_token, asked))
      return claims ? identityIn(claims, metadata.issuer, groupsClaim) : null
    },

    check: async () => void (await provider(ANSWERED_MILLISECONDS)),

    close: async () => {
      await Promise.all(fetchers.map((fetcher) => fetcher.close()))
    },
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

interface Asked {
  headers?: Record<string, string>
  /** Sent by POST. */
  body?: string
}

/** Any status is an answer. Nothing of what was sent goes into the error. */
async function ask(fetcher: GuardedFetcher, url: URL, { headers, body }: Asked = {}) {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const request = {
    headers: { accept: 'application/json', ...headers },
    maxBytes: MAX_ANSWER_BYTES,
    signal: AbortSignal.timeout(CALL_MILLISECONDS),
    allowHost: (host: string) => host === hostname,
  }
  try {
    const answer = await (body === undefined
      ? fetcher.get(url.href, request)
      : fetcher.post(url.href, { ...request, body }))
    if (answer.url.href !== url.href) throw new Error('a redirect')
    return { status: answer.status, body: jsonIn(new TextDecoder().decode(await answer.bytes())) }
  } catch (error) {
    throw new IdentityProviderError(`The identity provider does not answer at ${url.origin}.`, { cause: error })
  }
}

function identityIn(claims: Claims, issuer: string, groupsClaim: string | null): Identity {
  const text = (name: string) => (typeof claims[name] === 'string' && claims[name] !== '' ? claims[name] : null)
  const groups = groupsClaim === null ? [] : [claims[groupsClaim]].flat()
  return {
    issuer,
    subject: claims.sub as string,
    email: text('email'),
    // Some write it as text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: text('name'),
    username: text('preferred_username'),
    groups: groups.filter((group) => typeof group === 'string'),
  }
}
