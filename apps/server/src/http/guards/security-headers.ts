import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import { deviceLink } from '@kerf/domain/site/device-link'
import {
  DEVICE_DIRECTIVES,
  DEVICE_PATH,
  ENGINE_FILE_PREFIX,
  linkDirectives,
  policyText,
} from '@kerf/domain/site/device-policy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { basePathOf } from '../../use-cases/shared/site-address.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { originOfRequest } from '../routing/request-headers.ts'

/** Hosts of PayPal's script, frames, calls and images. The page loads from them only once a plan is chosen. */
const PAYPAL_HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com']

interface SecurityOptions {
  publicUrl: URL | null
  /** Whether plans can be bought, checked for each page. Only then may PayPal's script run. Never rejects. */
  withPayPal: () => Promise<boolean>
  /** Origin to which browsers are redirected for clips; null where this server sends them. */
  filesOrigin: string | null
}

/** Allows scripts, styles and media of our own only, apart from YouTube's player and PayPal's buttons. */
export async function securityHeaders(
  app: FastifyInstance,
  { publicUrl, withPayPal, filesOrigin }: SecurityOptions,
): Promise<void> {
  const isOverHttps = publicUrl?.protocol === 'https:'
  const ownsHost = basePathOf(publicUrl) === ''
  const files = filesOrigin ? [filesOrigin] : []
  await app.register(helmet, { ...headersFor({ overHttps: isOverHttps, ownsHost, paypal: [], files }), global: false })
  setCommonHeaders(app)
  const headersForPaying = headersFor({ overHttps: isOverHttps, ownsHost, paypal: PAYPAL_HOSTS, files })
  app.addHook('onSend', async (request, reply) => {
    const policy = devicePolicy(request.url, publicUrl?.origin ?? originOfRequest(request))
    if (policy !== null) {
      reply.header('content-security-policy', policy)
      return
    }
    // Only pages of the web app run PayPal's script, so only they get the wider policy.
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) return
    if (request.routeOptions.config.isPublicPage) return
    if (await withPayPal()) reply.helmet(headersForPaying)
  })
}

/**
 * Policy of the page that cuts local files, and of the engine that it runs in a worker; null for all other
 * addresses. Neither can send a file: a page whose address names a link may read its origin, and opens no file.
 */
function devicePolicy(url: string, pageOrigin: string): string | null {
  const { path, query } = /^(?<path>[^?]*)(?<query>.*)$/s.exec(url)!.groups as Record<'path' | 'query', string>
  const isPage = path.toLowerCase().replace(/\/$/, '') === DEVICE_PATH
  if (!isPage && !path.startsWith(`/assets/${ENGINE_FILE_PREFIX}`)) return null
  const link = isPage ? deviceLink(query, pageOrigin) : null
  return policyText({
    'default-src': "'self'",
    ...(link ? linkDirectives(link.origin) : DEVICE_DIRECTIVES),
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    // The encoders of some audio formats are WebAssembly in workers of their own. Only the engine runs them.
    ...(!isPage && { 'script-src': "'self' 'wasm-unsafe-eval'", 'worker-src': "'self' blob:" }),
  })
}

/**
 * Sets the headers that are the same for every answer. They are computed once, because helmet takes as long as the
 * rest of a poll.
 */
function setCommonHeaders(app: FastifyInstance): void {
  let headers: [name: string, value: string | number | readonly string[]][] | null = null
  app.addHook('onRequest', (_request, reply, next) => {
    const { raw } = reply
    if (headers) {
      for (const [name, value] of headers) raw.setHeader(name, value)
      return next()
    }
    const earlierNames = new Set(raw.getHeaderNames())
    // helmet sets its headers synchronously, or throws.
    void reply.helmet()
    headers = Object.entries(raw.getHeaders()).flatMap(([name, value]) =>
      value === undefined || earlierNames.has(name) ? [] : [[name, value]],
    )
    next()
  })
}

interface HeaderInput {
  overHttps: boolean
  /** Whether no other site shares the host. HSTS would apply to those sites and to their ports, too. */
  ownsHost: boolean
  paypal: string[]
  /** Origins of clips. A policy applies to the target of a redirect as well. */
  files: string[]
}

function headersFor({ overHttps, ownsHost, paypal, files }: HeaderInput): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...paypal],
        // Pages have no style attributes. Scripts set single style properties, which no policy forbids.
        // PayPal's button inserts its styles as text, which needs 'unsafe-inline'.
        styleSrc: paypal.length > 0 ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...files, ...paypal],
        mediaSrc: ["'self'", 'blob:', ...files],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...files, ...paypal],
        frameSrc: ['https://www.youtube-nocookie.com', ...paypal],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(overHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: overHttps && ownsHost ? { maxAge: 31_536_000 } : false,
    // YouTube's player refuses to play without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Buyers approve in PayPal's window, which must reach the page that opened it.
    crossOriginOpenerPolicy: { policy: paypal.length > 0 ? 'same-origin-allow-popups' : 'same-origin' },
  }
}

export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state changes from other sites. A call without `Origin` is not from a browser, so it carries no visitor's
 * cookie.
 */
export function requireSameOrigin(app: FastifyInstance, publicUrl: URL | null): void {
  app.addHook('onRequest', async (request, reply) => {
    if (READING_METHODS.has(request.method) || isFromHere(request, publicUrl)) return
    await sendRefusal(reply, refused('wrong_origin'))
  })
}

function isFromHere(request: FastifyRequest, publicUrl: URL | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  // Where PUBLIC_URL names this server, any other name that resolves here is foreign.
  return URL.parse(origin)?.origin === (publicUrl?.origin ?? originOfRequest(request))
}
