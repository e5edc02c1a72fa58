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
  /** The claim that lists a person's groups; null where groups are not used. */
  groupsClaim: string | null
  clock: Clock
  /** Makes a fetcher that reaches the hosts of these URLs, private ones included, and no others. */
  fetcherFor: (urls: readonly URL[]) => GuardedFetcher
}

const CALL_MILLISECONDS = 10_000
const MAX_ANSWER_BYTES = 256 * 1024
/** How long discovered metadata is used. Endpoints change rarely. */
const METADATA_MILLISECONDS = 3_600_000
/** Greatest age of the provider's last answer when a person is sent to it. */
const ANSWERED_MILLISECONDS = 30_000
const CLOCK_TOLERANCE_SECONDS = 60
/** Algorithms with a private key. A token with a shared secret or no signature does not prove who issued it. */
const PRIVATE_KEY_ALGORITHM = /^(?:RS|PS|ES)\d{3}K?$|^(?:EdDSA|Ed25519)$/

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
  /** Cache key of the keys that sign ID tokens. */
  jwksCacheKey: object
}

export function openIdentityProvider(options: IdentityProviderOptions): IdentityProvider & { close(): Promise<void> } {
  const { issuer, clientId, clientSecret, name, groupsClaim, clock, fetcherFor } = options
  const client = { clientId, clientSecret }
  let lastDiscovery: { provider: Provider; at: number } | null = null
  /** Fetchers of current and former endpoints, because a sign-in may still use a former one. */
  const fetchers: GuardedFetcher[] = []
  let pendingDiscovery: Promise<Provider> | null = null

  /** Discovers the provider on first use, and again when the last answer is older than this. */
  async function findProvider(maxAgeMilliseconds: number): Promise<Provider> {
    if (lastDiscovery && clock.now().getTime() - lastDiscovery.at < maxAgeMilliseconds) return lastDiscovery.provider
    pendingDiscovery ??= discover().finally(() => {
      pendingDiscovery = null
    })
    return pendingDiscovery
  }

  async function discover(): Promise<Provider> {
    const issuerFetcher = fetcherFor([issuer])
    const address = new URL(issuer)
    address.pathname = `${address.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await ask(issuerFetcher, address).finally(() => void issuerFetcher.close())
    const metadata = discovery.safeParse(answer.status === 200 ? answer.body : null).data
    if (!metadata) throw new IdentityProviderError(`${address.href} is no OpenID Connect discovery document.`)
    if (withoutSlash(metadata.issuer) !== withoutSlash(issuer.href))
      throw new IdentityProviderError(
        `OIDC_ISSUER is ${issuer.href}, but the provider calls itself ${metadata.issuer}.`,
      )
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata
    const endpoints = [token_endpoint, jwks_uri, ...(userinfo_endpoint ? [userinfo_endpoint] : [])]
    if (
      issuer.protocol === 'https:' &&
      [authorization_endpoint, ...endpoints].some(({ protocol }) => protocol !== 'https:')
    )
      throw new IdentityProviderError('The identity provider names an endpoint without https.')
    const isUnchanged = String(lastDiscovery?.provider.endpoints) === String(endpoints)
    const fetcher = lastDiscovery && isUnchanged ? lastDiscovery.provider.fetcher : fetcherFor(endpoints)
    if (!isUnchanged) fetchers.push(fetcher)
    const jwksCacheKey = isUnchanged && lastDiscovery ? lastDiscovery.provider.jwksCacheKey : {}
    const provider = { metadata, fetcher, endpoints, jwksCacheKey }
    lastDiscovery = { provider, at: clock.now().getTime() }
    return provider
  }

  async function readIdToken(idToken: string, nonce: string, { metadata, fetcher, jwksCacheKey }: Provider) {
    const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) =>
      PRIVATE_KEY_ALGORITHM.test(name),
    )
    const fetchKeys = async () => {
      const { status, body } = await ask(fetcher, metadata.jwks_uri)
      const keySet = keys.safeParse(status === 200 ? body : null).data
      if (!keySet) throw new IdentityProviderError('The identity provider sent no keys.')
      return keySet
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
        jwksCacheKey,
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

  /** Whether an ID token has all claims that Kerf uses. Many providers leave some out. */
  const hasAllClaims = (claims: Claims) =>
    ['email', 'email_verified', 'name', ...(groupsClaim ? [groupsClaim] : [])].every((claim) => claim in claims)

  async function addUserinfo(claims: Claims, accessToken: string | undefined, { metadata, fetcher }: Provider) {
    if (hasAllClaims(claims) || !metadata.userinfo_endpoint || !accessToken) return claims
    const { status, body } = await ask(fetcher, metadata.userinfo_endpoint, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const userinfo = z.looseObject({ sub: z.string() }).safeParse(status === 200 ? body : null).data
    if (!userinfo) throw new IdentityProviderError(`The identity provider answered ${status} to a call for userinfo.`)
    // Userinfo about another person must not be mixed with the claims of the ID token.
    return userinfo.sub === claims.sub ? { ...userinfo, ...claims } : null
  }

  return {
    name,

    async signInAddress({ state, nonce, codeVerifier, redirectUri, again }) {
      const { metadata } = await findProvider(ANSWERED_MILLISECONDS)
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
      const provider = await findProvider(METADATA_MILLISECONDS)
      const { metadata, fetcher } = provider
      // If a provider promises to send `iss`, an answer without it comes from somebody else (RFC 9207).
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
      // The provider answers 401 to an unknown client as well. The message names the settings to correct.
      if (answer.status === 401)
        throw new IdentityProviderError('The identity provider rejected OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.')
      if (answer.status >= 500) throw new IdentityProviderError(`The identity provider answered ${answer.status}.`)
      const tokens = tokenAnswer.safeParse(answer.status === 200 ? answer.body : null).data
      if (!tokens) return null
      const tokenClaims = await readIdToken(tokens.id_token, nonce, provider)
      const claims = tokenClaims && (await addUserinfo(tokenClaims, tokens.access_token, provider))
      return claims ? identityIn(claims, metadata.issuer, groupsClaim) : null
    },

    check: async () => void (await findProvider(ANSWERED_MILLISECONDS)),

    close: async () => {
      await Promise.all(fetchers.map((fetcher) => fetcher.close()))
    },
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

interface CallOptions {
  headers?: Record<string, string>
  /** Sent by POST. */
  body?: string
}

/** Calls an endpoint; any status is an answer. Throws IdentityProviderError, whose message quotes no request. */
async function ask(fetcher: GuardedFetcher, url: URL, { headers, body }: CallOptions = {}) {
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
  const textClaim = (name: string) => (typeof claims[name] === 'string' && claims[name] !== '' ? claims[name] : null)
  const groups = groupsClaim === null ? [] : [claims[groupsClaim]].flat()
  return {
    issuer,
    subject: claims.sub as string,
    email: textClaim('email'),
    // Some providers send this claim as text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: textClaim('name'),
    username: textClaim('preferred_username'),
    groups: groups.filter((group) => typeof group === 'string'),
  }
}
