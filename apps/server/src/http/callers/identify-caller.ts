import cookie from '@fastify/cookie'
import { readHealth } from '@kerf/contract/health'
import { receiveWebhookEvent } from '@kerf/contract/payment'
import { API_KEY_PATTERN } from '@kerf/domain/access/api-key'
import { SESSION_ABSOLUTE_DAYS } from '@kerf/domain/access/session-limits'
import { COOKIES } from '@kerf/domain/site/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountSession, SessionToken } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import { identifyKey } from '../../use-cases/accounts/api-keys.ts'
import { identifyViewer, welcomeViewer } from '../../use-cases/accounts/identify-viewer.ts'
import type { Deps } from '../../use-cases/shared/deps.ts'
import type { Outcome } from '../../use-cases/shared/outcome.ts'
import { isToken, newToken } from '../../use-cases/shared/random-token.ts'
import { basePathOf } from '../../use-cases/shared/site-address.ts'
import { viewerOf, viewerOnServer } from '../../use-cases/shared/viewer.ts'
import { isApiCall } from '../logs/watch-requests.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { isOverHttps } from '../routing/request-headers.ts'

/**
 * Cookies that scripts cannot read. `viewer` identifies a stranger; use-cases/shared/device-mark.ts explains
 * `device`, use-cases/accounts/oidc-sign-in.ts `oidc`, and http/address.ts `check`.
 */
type HiddenCookie = 'viewer' | 'session' | 'device' | 'oidc' | 'check'

const OIDC_SECONDS = 600
const CHECK_SECONDS = 60
const DAY_SECONDS = 24 * 3600
/** Browsers keep no cookie longer than 400 days. */
const MAX_COOKIE_SECONDS = 400 * DAY_SECONDS
/** The server decides when a session ends. The browser keeps the session token until it is certainly void. */
const SESSION_SECONDS = SESSION_ABSOLUTE_DAYS * DAY_SECONDS

/** Identifies callers by API key, session or viewer cookie. Only calls that start something set the viewer cookie. */
export async function identifyCaller(
  app: FastifyInstance,
  deps: Deps<'database' | 'accounts' | 'clock' | 'caches' | 'log' | 'presets'>,
  publicUrl: URL | null,
): Promise<void> {
  app.decorate('publicUrl', publicUrl)
  await app.register(cookie)
  app.decorateRequest('viewer', null)
  app.decorateRequest('stranger', null)
  app.decorateRequest('session', null)
  app.decorateRequest('isByKey', false)
  app.decorateRequest('checkKey', null)
  app.decorateRequest('welcomeViewer')
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request) || isWebhookEvent(request)) return undefined
    const key = readApiKey(request)
    if (key !== null) return identifyByKey(deps, request, reply, key)
    const cookies = {
      sessionToken: readSessionToken(request),
      viewerToken: request.cookies[cookieName('viewer', request)],
    }
    const { session, viewer, stranger } = await identifyViewer(deps, cookies).catch((error: unknown) => {
      // The health check must answer without the database, so its caller stays unidentified then.
      if (request.routeOptions.url === readHealth.path) return NO_IDENTITY
      throw error
    })
    Object.assign(request, { session, viewer, stranger })
    request.welcomeViewer = async () => {
      if (request.viewer) return request.viewer
      const newViewer = await welcomeViewer(deps)
      request.viewer = newViewer.viewer
      reply.setCookie(cookieName('viewer', request), newViewer.token, {
        ...hiddenCookieOptions(request),
        maxAge: MAX_COOKIE_SECONDS,
      })
      return newViewer.viewer
    }
    return undefined
  })
}

/** API key of the call, or null where cookies identify the caller. Other schemes may be for a proxy in front. */
function readApiKey({ headers, routeOptions }: FastifyRequest): string | null {
  const [, key = null] = /^bearer\s+(.*)$/i.exec(headers.authorization ?? '') ?? []
  // Operators send METRICS_TOKEN in the same header.
  const mayBeMetricsToken = routeOptions.url === readHealth.path
  return mayBeMetricsToken && key !== null && !API_KEY_PATTERN.test(key) ? null : key
}

/** Identifies the caller by an API key, and ignores the call's cookies. */
async function identifyByKey(
  deps: Deps<'database' | 'clock' | 'caches' | 'log' | 'presets'>,
  request: FastifyRequest,
  reply: FastifyReply,
  apiKey: string,
): Promise<FastifyReply | undefined> {
  const identity = await identifyKey(deps, apiKey)
  if (!identity.ok) return sendRefusal(reply.header('www-authenticate', 'Bearer'), identity)
  const { key, account } = identity.value
  const viewer = await viewerOnServer(deps, viewerOf(account, deps.clock.now()))
  // The old date makes a key fail every check for a recent sign-in.
  const session: AccountSession = { id: key.id, sessionToken: '', account, createdAt: new Date(0) }
  Object.assign(request, { session, viewer, isByKey: true, welcomeViewer: async () => viewer })
  request.checkKey = () => identifyKey(deps, apiKey)
  return undefined
}

/** Signs the browser in: sets the cookies of the session, and clears the viewer cookie. */
export function keepSession(
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { sessionToken: SessionToken; deviceMark?: string },
): void {
  const { sessionToken, deviceMark } = signedIn
  reply.setCookie(cookieName('session', request), sessionToken, {
    ...hiddenCookieOptions(request),
    maxAge: SESSION_SECONDS,
  })
  // Scripts cannot read the session's cookie. The cookie `signedIn` shows the page that there may be a session.
  reply.setCookie(COOKIES.signedIn, '1', { ...hiddenCookieOptions(request), httpOnly: false, maxAge: SESSION_SECONDS })
  if (deviceMark) keepDeviceMark(request, reply, deviceMark)
  reply.clearCookie(cookieName('viewer', request), hiddenCookieOptions(request))
}

export function keepDeviceMark(request: FastifyRequest, reply: FastifyReply, deviceMark: string): void {
  reply.setCookie(cookieName('device', request), deviceMark, {
    ...hiddenCookieOptions(request),
    maxAge: MAX_COOKIE_SECONDS,
  })
}

export function forgetSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName('session', request), hiddenCookieOptions(request))
  reply.clearCookie(COOKIES.signedIn, { ...hiddenCookieOptions(request), httpOnly: false })
}

/** `Cookie` header that identifies a viewer in the server's calls to its own API. */
export const viewerCookie = (request: FastifyRequest, token: string): string =>
  `${cookieName('viewer', request)}=${token}`

export const readSessionToken = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieName('session', request)]
export const readDeviceMark = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieName('device', request)]

/**
 * Token of this browser for OpenID Connect. Tabs share it, so two can sign in at once. It lives as long as a sign-in
 * request.
 */
export function keepOidcBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const cookieToken = readOidcBrowser(request)
  const browser = cookieToken && isToken(cookieToken) ? cookieToken : newToken()
  reply.setCookie(cookieName('oidc', request), browser, { ...hiddenCookieOptions(request), maxAge: OIDC_SECONDS })
  return browser
}

export const readOidcBrowser = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieName('oidc', request)]

/** Sets a cookie that only shows whether cookies come back. */
export function keepCheckMark(request: FastifyRequest, reply: FastifyReply, mark: string): void {
  reply.setCookie(cookieName('check', request), mark, { ...hiddenCookieOptions(request), maxAge: CHECK_SECONDS })
}

export const readCheckMark = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieName('check', request)]

/**
 * Name of a cookie. Over https it has the prefix `__Host-`, so browsers accept it from this host only, never from a
 * sister domain. Such a cookie is for the whole host, so under a path the prefix is `__Secure-`. The path is also part
 * of the name, because browsers send the cookies of `/` and `/kerf` to `/kerf/two`.
 */
function cookieName(cookie: HiddenCookie, request: FastifyRequest): string {
  const basePath = basePathOf(request.server.publicUrl)
  const prefix = basePath === '' ? '__Host-' : '__Secure-'
  return `${isOverHttps(request) ? prefix : ''}${COOKIES[cookie]}${basePath.replaceAll('/', '_')}`
}

function hiddenCookieOptions(request: FastifyRequest) {
  const path = basePathOf(request.server.publicUrl) || '/'
  return { path, httpOnly: true, sameSite: 'lax', secure: isOverHttps(request) } as const
}

const NO_IDENTITY = { session: null, viewer: null, stranger: null }

/** Webhook events come from the payment provider's server, which is no viewer and has no cookies. */
function isWebhookEvent(request: FastifyRequest): boolean {
  return request.routeOptions.url === receiveWebhookEvent.path
}

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: URL | null
  }
  interface FastifyRequest {
    /** Viewer of the call; null for a stranger who has started nothing yet. */
    viewer: ViewerRecord | null
    /**
     * Viewer of the viewer cookie, even if there is also a session. Signing in moves the viewer's videos and downloads
     * to the account.
     */
    stranger: ViewerRecord | null
    session: AccountSession | null
    /** Whether an API key identified the caller. A key permits less than a session. */
    isByKey: boolean
    /** Checks whether the API key is still valid; null for callers without a key. */
    checkKey: (() => Promise<Outcome<unknown>>) | null
    welcomeViewer(): Promise<ViewerRecord>
  }
}
