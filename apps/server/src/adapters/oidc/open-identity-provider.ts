import { jsonIn } from '@kerf/domain/text/json-in'
import * as client from 'openid-client'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { type Identity, type IdentityProvider, IdentityProviderError } from '../../ports/identity-provider.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'

export interface IdentityProviderOptions {
  issuer: URL
  clientId: string
  clientSecret: string
  name: string
  /** The claim that lists a person's groups; null if groups are not used. */
  groupsClaim: string | null
  clock: Clock
  /** Makes a fetcher that reaches the hosts of these URLs, private ones included, and no others. */
  fetcherFor: (urls: readonly URL[]) => GuardedFetcher
}

const CALL_SECONDS = 10
const MAX_ANSWER_BYTES = 256 * 1024
/** Time for which discovered metadata is used. Endpoints change rarely. */
const METADATA_TTL_MILLISECONDS = 3_600_000
/** Greatest age of the provider's last answer when a person is sent to it. */
const ANSWER_TTL_MILLISECONDS = 30_000
const CLOCK_TOLERANCE_SECONDS = 60

const endpointUrl = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text))

/** The parts of the discovery document that Kerf reads itself. */
const discoveryDocument = z.object({
  authorization_endpoint: endpointUrl,
  token_endpoint: endpointUrl,
  jwks_uri: endpointUrl,
  userinfo_endpoint: endpointUrl.optional(),
  scopes_supported: z.array(z.string()).default([]),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

type Claims = Record<string, unknown>

interface Provider {
  metadata: client.ServerMetadata
  groupsAreOffered: boolean
  authentication: client.ClientAuth
  fetcher: GuardedFetcher
  endpoints: readonly URL[]
}

export function openIdentityProvider(options: IdentityProviderOptions): IdentityProvider & { close(): Promise<void> } {
  const { issuer, clientId, clientSecret, name, groupsClaim, clock, fetcherFor } = options
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
    // With this complete address, openid-client compares no issuers; the code below does. With only the issuer, it
    // would refuse one that differs by a slash, and accept every tenant of Microsoft.
    address.pathname = `${address.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
    const discoveredConfiguration = await client
      .discovery(address, clientId, undefined, undefined, {
        [client.customFetch]: createFetch(issuerFetcher),
        timeout: CALL_SECONDS,
        execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        throw (
          providerErrorIn(error) ??
          new IdentityProviderError(`${address.href} is no OpenID Connect discovery document.`)
        )
      })
      .finally(() => void issuerFetcher.close())
    const metadata = discoveredConfiguration.serverMetadata()
    const parsedDocument = discoveryDocument.safeParse(metadata).data
    if (!parsedDocument) throw new IdentityProviderError(`${address.href} is no OpenID Connect discovery document.`)
    if (withoutSlash(metadata.issuer) !== withoutSlash(issuer.href))
      throw new IdentityProviderError(
        `OIDC_ISSUER is ${issuer.href}, but the provider calls itself ${metadata.issuer}.`,
      )
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = parsedDocument
    const endpoints = [token_endpoint, jwks_uri, ...(userinfo_endpoint ? [userinfo_endpoint] : [])]
    if (
      issuer.protocol === 'https:' &&
      [authorization_endpoint, ...endpoints].some(({ protocol }) => protocol !== 'https:')
    )
      throw new IdentityProviderError('The identity provider names an endpoint without https.')
    const isUnchanged = String(lastDiscovery?.provider.endpoints) === String(endpoints)
    const fetcher = lastDiscovery && isUnchanged ? lastDiscovery.provider.fetcher : fetcherFor(endpoints)
    if (!isUnchanged) fetchers.push(fetcher)
    const authentication = parsedDocument.token_endpoint_auth_methods_supported.includes('client_secret_basic')
      ? basicAuthentication(clientSecret)
      : client.ClientSecretPost(clientSecret)
    const groupsAreOffered = parsedDocument.scopes_supported.includes('groups')
    const provider = { metadata, groupsAreOffered, authentication, fetcher, endpoints }
    lastDiscovery = { provider, at: clock.now().getTime() }
    return provider
  }

  /** Settings of one sign-in. Keys are fetched for each, because openid-client refuses a new key for up to a minute. */
  function configure({ metadata, authentication, fetcher }: Provider): client.Configuration {
    const skewSeconds = Math.round((clock.now().getTime() - Date.now()) / 1000)
    const times = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS, [client.clockSkew]: skewSeconds }
    const configuration = new client.Configuration(metadata, clientId, times, authentication)
    configuration.timeout = CALL_SECONDS
    configuration[client.customFetch] = createFetch(fetcher)
    // openid-client verifies no signature by default, because the ID token comes straight from the provider.
    client.enableNonRepudiationChecks(configuration)
    if (issuer.protocol === 'http:') client.allowInsecureRequests(configuration)
    return configuration
  }

  /** Whether an ID token has all claims that Kerf uses. Many providers leave some out. */
  const hasAllClaims = (claims: Claims) =>
    ['email', 'email_verified', 'name', ...(groupsClaim ? [groupsClaim] : [])].every((claim) => claim in claims)

  return {
    name,

    async signInAddress({ state, nonce, codeVerifier, redirectUri, again }) {
      const provider = await findProvider(ANSWER_TTL_MILLISECONDS)
      const scopes = ['openid', 'email', 'profile', ...(groupsClaim && provider.groupsAreOffered ? ['groups'] : [])]
      const url = client.buildAuthorizationUrl(configure(provider), {
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        scope: scopes.join(' '),
        ...(again ? { prompt: 'login' } : {}),
      })
      return url.href
    },

    async identify({ code, iss, nonce, codeVerifier, redirectUri }) {
      const provider = await findProvider(METADATA_TTL_MILLISECONDS)
      const { metadata } = provider
      const configuration = configure(provider)
      const address = new URL(redirectUri)
      address.search = new URLSearchParams({ code, ...(iss === undefined ? {} : { iss }) }).toString()
      try {
        const tokens = await client.authorizationCodeGrant(configuration, address, {
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        })
        const claims = tokens.claims()
        // openid-client checks `azp` only if there are several audiences.
        if (!claims || (claims.azp ?? clientId) !== clientId) return null
        const isComplete = hasAllClaims(claims) || !metadata.userinfo_endpoint
        // Userinfo about another person is refused.
        const userinfo = isComplete ? {} : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return toIdentity({ ...userinfo, ...claims }, metadata.issuer, groupsClaim)
      } catch (error) {
        const trouble = providerErrorIn(error)
        if (trouble) throw trouble
        return null
      }
    },

    check: async () => void (await findProvider(ANSWER_TTL_MILLISECONDS)),

    close: async () => {
      await Promise.all(fetchers.map((fetcher) => fetcher.close()))
    },
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** Leaves `-`, `_` and `.` as they are. openid-client escapes them, and some providers do not decode the secret. */
function basicAuthentication(clientSecret: string): client.ClientAuth {
  return (_server, { client_id }, _body, headers) =>
    headers.set('authorization', basicCredentials(client_id, clientSecret))
}

/** Value of the Authorization header. Both parts are encoded as in a form (RFC 6749, 2.3.1). */
function basicCredentials(clientId: string, clientSecret: string): string {
  const [id, secret] = [clientId, clientSecret].map((text) => `${new URLSearchParams({ '': text })}`.slice(1))
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

/** The IdentityProviderError of `createFetch`, which openid-client wraps; null for another error. */
function providerErrorIn(error: unknown): IdentityProviderError | null {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof IdentityProviderError ? cause : null
}

/**
 * A `fetch` for openid-client. Throws IdentityProviderError unless the provider answers with JSON, or refuses a code.
 */
function createFetch(fetcher: GuardedFetcher): client.CustomFetch {
  return async (address, request) => {
    const { status, text } = await callEndpoint(fetcher, new URL(address), request)
    const isCodeExchange = request.method === 'POST'
    // The provider answers 401 to an unknown client as well. The message names the settings to correct.
    if (isCodeExchange && status === 401)
      throw new IdentityProviderError('The identity provider rejected OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.')
    if (status >= 500 || (!isCodeExchange && (status !== 200 || jsonIn(text) === null)))
      throw new IdentityProviderError(`The identity provider answers ${status} without what is needed at ${address}.`)
    // Some providers send JSON with another content type.
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
}

/** Calls an endpoint; any status is an answer. Throws IdentityProviderError, whose message quotes no request. */
async function callEndpoint(fetcher: GuardedFetcher, url: URL, { headers, body, signal }: client.CustomFetchOptions) {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const request = { headers, maxBytes: MAX_ANSWER_BYTES, signal, allowHost: (host: string) => host === hostname }
  try {
    const answer = await (body instanceof URLSearchParams
      ? fetcher.post(url.href, { ...request, body: body.toString() })
      : fetcher.get(url.href, request))
    if (answer.url.href !== url.href) throw new Error('a redirect')
    return { status: answer.status, text: new TextDecoder().decode(await answer.bytes()) }
  } catch (error) {
    throw new IdentityProviderError(`The identity provider does not answer at ${url.origin}.`, { cause: error })
  }
}

function toIdentity(claims: Claims, issuer: string, groupsClaim: string | null): Identity {
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
