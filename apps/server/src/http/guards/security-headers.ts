import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { originOfRequest } from '../routing/request-headers.ts'

/** The hosts that PayPal names for its script, its frames, its calls and its images. The page asks them only once a plan is chosen. */
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com']

interface SecurityOptions {
  publicUrl: URL | null
  /** Whether payments are set up, asked for each page: only then may the provider's script run beside ours. */
  withPayPal: () => Promise<boolean>
  /** Where browsers are sent for clips; null where those come from here. */
  filesOrigin: string | null
}

/** Only our own files run, style and load. The exceptions: the platform's own player, and the payment provider's buttons. */
export async function securityHeaders(
  app: FastifyInstance,
  { publicUrl, withPayPal, filesOrigin }: SecurityOptions,
): Promise<void> {
  const overHttps = publicUrl?.protocol === 'https:'
  const files = filesOrigin ? [filesOrigin] : []
  await app.register(helmet, { ...headersFor({ overHttps, paypal: [], files }), global: false })
  setAlways(app)
  const forPaying = headersFor({ overHttps, paypal: PAYPAL, files })
  app.addHook('onSend', async (request, reply) => {
    // What is no page runs nothing, whatever it may.
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) return
    const isPaying = await withPayPal().catch((error: unknown) => {
      request.log.error({ err: error }, 'whether payments are set up is not known')
      return false
    })
    if (isPaying) reply.helmet(forPaying)
  })
}

/** The same for every answer: put together once, which takes as long as the rest of a poll. */
function setAlways(app: FastifyInstance): void {
  let known: [name: string, value: string | number | readonly string[]][] | null = null
  app.addHook('onRequest', (_request, reply, next) => {
    const { raw } = reply
    if (known) {
      for (const [name, value] of known) raw.setHeader(name, value)
      return next()
    }
    const before = new Set(raw.getHeaderNames())
    // Throws when it cannot; there is nothing to wait for.
    void reply.helmet()
    known = Object.entries(raw.getHeaders()).flatMap(([name, value]) =>
      value === undefined || before.has(name) ? [] : [[name, value]],
    )
    next()
  })
}

interface Places {
  overHttps: boolean
  paypal: string[]
  /** A policy holds for where a redirect leads as well. */
  files: string[]
}

function headersFor({ overHttps, paypal, files }: Places): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...paypal],
        // Handles and video are placed by scripts, one property at a time, which no policy hinders; pages carry no style attributes.
        // The provider's own button brings its style along as text, and knows no other way.
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
    strictTransportSecurity: overHttps ? { maxAge: 31_536_000 } : false,
    // The platform's player refuses to play without knowing who embeds it.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // The payer approves in a window of the provider's, which has to be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: paypal.length > 0 ? 'same-origin-allow-popups' : 'same-origin' },
  }
}

export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** State changes must come from our pages. Without Origin, it is no browser and carries no visitor's cookie. */
export function requireSameOrigin(app: FastifyInstance, publicUrl: URL | null): void {
  app.addHook('onRequest', async (request, reply) => {
    if (READING.has(request.method) || isFromHere(request, publicUrl)) return
    await sendRefusal(reply, refused('wrong_origin'))
  })
}

function isFromHere(request: FastifyRequest, publicUrl: URL | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  // Where the operator has said what this place is called, a name that merely leads here is somebody else's.
  return URL.parse(origin)?.origin === (publicUrl?.origin ?? originOfRequest(request))
}
