import cookie from '@fastify/cookie'
import { readHealth } from '@kerf/contract/health'
import { receiveWebhookEvent } from '@kerf/contract/payment'
import { API_KEY } from '@kerf/domain/access/api-key'
import { SESSION_ABSOLUTE_DAYS } from '@kerf/domain/access/session-limits'
import { COOKIES } from '@kerf/domain/site/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FoundSession, SessionToken } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import { identifyKey } from '../../use-cases/accounts/api-keys.ts'
import { identifyViewer, welcomeViewer } from '../../use-cases/accounts/identify-viewer.ts'
import type { Deps } from '../../use-cases/shared/deps.ts'
import type { Outcome } from '../../use-cases/shared/outcome.ts'
import { isToken, newToken } from '../../use-cases/shared/random-token.ts'
import { viewerOf, withoutPlansIfOff } from '../../use-cases/shared/viewer.ts'
import { isApiCall } from '../logs/watch-requests.ts'
import { sendRefusal } from '../routing/refusal.ts'

/** Read by the server only. `viewer` identifies a stranger; `device`: use-cases/shared/device-mark.ts; `oidc`: use-cases/accounts/oidc-sign-in.ts. */
type HiddenCookie = 'viewer' | 'session' | 'device' | 'oidc'
/** Scripts cannot read the session's cookie; this tells the page that asking who is signed in may be worth it. */

const OIDC_SECONDS = 600
const DAY_SECONDS = 24 * 3600
/** Browsers keep no cookie longer than 400 days. */
const LONGEST_SECONDS = 400 * DAY_SECONDS
/** How long a session lasts is the server's affair; the browser keeps the session token until it is surely void. */
const SESSION_SECONDS = SESSION_ABSOLUTE_DAYS * DAY_SECONDS

/** A session or a stranger's cookie. That cookie is set when something is started, never for looking. */
export async function identifyCaller(
  app: FastifyInstance,
  deps: Deps<'database' | 'accounts' | 'clock' | 'caches' | 'log' | 'hasPlans'>,
  publicUrl: URL | null,
): Promise<void> {
  app.decorate('publicUrl', publicUrl)
  await app.register(cookie)
  app.decorateRequest('viewer', null)
  app.decorateRequest('visitor', null)
  app.decorateRequest('session', null)
  app.decorateRequest('isByKey', false)
  app.decorateRequest('checkKey', null)
  app.decorateRequest('welcomeViewer')
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request) || isWebhookEvent(request)) return undefined
    const key = keyOf(request)
    if (key !== null) return identifyByKey(deps, request, reply, key)
    const cookies = { sessionToken: sessionTokenOf(request), viewerToken: request.cookies[nameOf('viewer', request)] }
    const { session, viewer, visitor } = await identifyViewer(deps, cookies).catch((error: unknown) => {
      // Who asks whether the database is there cannot be looked up in it.
      if (request.routeOptions.url === readHealth.path) return NOBODY
      throw error
    })
    Object.assign(request, { session, viewer, visitor })
    request.welcomeViewer = async () => {
      if (request.viewer) return request.viewer
      const welcomed = await welcomeViewer(deps)
      request.viewer = welcomed.viewer
      reply.setCookie(nameOf('viewer', request), welcomed.token, { ...hidden(request), maxAge: LONGEST_SECONDS })
      return welcomed.viewer
    }
    return undefined
  })
}

/** null: whoever calls is known by cookies. A proxy in front may have a password of its own. */
function keyOf({ headers, routeOptions }: FastifyRequest): string | null {
  const [, key = null] = /^bearer\s+(.*)$/i.exec(headers.authorization ?? '') ?? []
  // The operator brings METRICS_TOKEN in the same place.
  const mayBeOperators = routeOptions.url === readHealth.path
  return mayBeOperators && key !== null && !API_KEY.test(key) ? null : key
}

/** Cookies beside a key mean nothing. */
async function identifyByKey(
  deps: Deps<'database' | 'clock' | 'caches' | 'log' | 'hasPlans'>,
  request: FastifyRequest,
  reply: FastifyReply,
  given: string,
): Promise<FastifyReply | undefined> {
  const found = await identifyKey(deps, given)
  if (!found.ok) return sendRefusal(reply.header('www-authenticate', 'Bearer'), found)
  const { key, account } = found.value
  const viewer = withoutPlansIfOff(viewerOf(account, deps.clock.now()), deps.hasPlans)
  // Long ago: whoever has to have signed in just now has not.
  const session: FoundSession = { id: key.id, sessionToken: '', account, createdAt: new Date(0) }
  Object.assign(request, { session, viewer, isByKey: true, welcomeViewer: async () => viewer })
  request.checkKey = () => identifyKey(deps, given)
  return undefined
}

/** The browser is signed in from now on. Whoever it was before, a stranger or somebody else, it is no longer. */
export function keepSession(
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { sessionToken: SessionToken; deviceMark?: string },
): void {
  const { sessionToken, deviceMark } = signedIn
  reply.setCookie(nameOf('session', request), sessionToken, { ...hidden(request), maxAge: SESSION_SECONDS })
  reply.setCookie(COOKIES.signedIn, '1', { ...hidden(request), httpOnly: false, maxAge: SESSION_SECONDS })
  if (deviceMark) keepDeviceMark(request, reply, deviceMark)
  reply.clearCookie(nameOf('viewer', request), hidden(request))
}

export function keepDeviceMark(request: FastifyRequest, reply: FastifyReply, deviceMark: string): void {
  reply.setCookie(nameOf('device', request), deviceMark, { ...hidden(request), maxAge: LONGEST_SECONDS })
}

export function forgetSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameOf('session', request), hidden(request))
  reply.clearCookie(COOKIES.signedIn, { ...hidden(request), httpOnly: false })
}

/** The cookie of a stranger, as a call of our own carries it. */
export const viewerCookie = (request: FastifyRequest, token: string): string => `${nameOf('viewer', request)}=${token}`

export const sessionTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf('session', request)]
export const deviceMarkOf = (request: FastifyRequest): string | undefined => request.cookies[nameOf('device', request)]

/** One for all tabs, so that two of them can sign in at once. Lasts as long as a request to the provider. */
export function keepOidcBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const known = oidcBrowserOf(request)
  const browser = known && isToken(known) ? known : newToken()
  reply.setCookie(nameOf('oidc', request), browser, { ...hidden(request), maxAge: OIDC_SECONDS })
  return browser
}

export const oidcBrowserOf = (request: FastifyRequest): string | undefined => request.cookies[nameOf('oidc', request)]

/** With the prefix browsers take such a cookie from this very host alone, over https: no sister domain can put its own in its place. */
function nameOf(cookie: HiddenCookie, request: FastifyRequest): string {
  return `${isOverHttps(request) ? '__Host-' : ''}${COOKIES[cookie]}`
}

function hidden(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isOverHttps(request) } as const
}

/** Also behind an unknown proxy that ends https: PUBLIC_URL says how people come here. */
function isOverHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.server.publicUrl?.protocol === 'https:'
}

const NOBODY = { session: null, viewer: null, visitor: null }

/** Made by the provider's server, which is nobody here and keeps no cookies. */
function isWebhookEvent(request: FastifyRequest): boolean {
  return request.routeOptions.url === receiveWebhookEvent.path
}

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: URL | null
  }
  interface FastifyRequest {
    /** Who asks, signed in or not; null for a stranger who has started nothing yet. */
    viewer: ViewerRecord | null
    /** The stranger this browser was, or is: what they have made goes to the account they sign in to. */
    visitor: ViewerRecord | null
    session: FoundSession | null
    /** Known by an API key, which opens less than a session. */
    isByKey: boolean
    /** Whether the key is still one; null for callers without a key. */
    checkKey: (() => Promise<Outcome<unknown>>) | null
    welcomeViewer(): Promise<ViewerRecord>
  }
}
