import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import { openapiDocument } from '@kerf/contract/openapi'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { Language } from '@kerf/messages/languages'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AccountsBusyError } from '../ports/accounts.ts'
import type { Metrics } from '../ports/metrics.ts'
import type { HealthDeps } from '../use-cases/health/report-health.ts'
import { effectiveProvider } from '../use-cases/payments/payment-settings.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { admitStranger, effectiveSettings, sellsPlans } from '../use-cases/shared/effective-settings.ts'
import { refused } from '../use-cases/shared/outcome.ts'
import { basePathOf, siteAddressOf } from '../use-cases/shared/site-address.ts'
import { addressRoutes } from './address.ts'
import { adminRoutes } from './admin.ts'
import { authRoutes } from './auth.ts'
import { batchRoutes } from './batch.ts'
import { readIpAddress } from './callers/caller.ts'
import { identifyCaller } from './callers/identify-caller.ts'
import { clipAddressRoutes } from './clip-address.ts'
import { contactRoutes } from './contact.ts'
import { downloadRoutes } from './download.ts'
import { checkHostNames } from './guards/host-names.ts'
import { prepareToLeave } from './guards/leave.ts'
import {
  connectionLimitsFor,
  descriptorLimit,
  limitConnections,
  type MostConnections,
} from './guards/limit-connections.ts'
import { MAX_UNANSWERED, refuseExcess } from './guards/refuse-excess.ts'
import { requireSameOrigin, securityHeaders } from './guards/security-headers.ts'
import { CALLER_TIMEOUT, type CallerTimeout, endStalledReaders, serverTimeouts } from './guards/slow-callers.ts'
import { addBeginWait } from './guards/waiting-calls.ts'
import { healthRoutes } from './health.ts'
import { isApiCall, loggerOfRequest, watchRequests } from './logs/watch-requests.ts'
import { mcpRoute } from './mcp.ts'
import { webFiles } from './pages/web-files.ts'
import { type PageSettings, webPages } from './pages/web-pages.ts'
import { paymentRoutes } from './payment.ts'
import { BROKEN_JSON_CODES, BROKEN_JSON_SENTENCE, readJsonBodies } from './routing/json-body.ts'
import { describeRefusal, sendRefusal } from './routing/refusal.ts'
import { simplifyHeaders } from './routing/request-headers.ts'
import { shareRoutes } from './share.ts'
import { trimTags, unfurlRoutes } from './unfurl.ts'
import { userRoutes } from './user.ts'
import { videoRoutes } from './video.ts'
import { webhookRoutes } from './webhooks.ts'

/** Largest JSON body. No call needs more. */
const MAX_BODY_BYTES = 64 * 1024
/** `retry-after` while too many password checks wait: they take about this long. */
const BUSY_SECONDS = 5
/**
 * Limit for one IP address. A page polls each running download once a second, and a whole office may share an IP
 * address.
 */
const CALLS_PER_MINUTE = 1200
/**
 * Maximum number of listeners on one response, above which Node warns of a leak. Guards, the route and fastify add
 * about ten to a preview's response.
 */
const MAX_LISTENERS = 20

export interface AppOptions {
  deps: Deps
  metrics: Metrics
  logger: FastifyBaseLogger
  publicUrl: URL | null
  /** Token that opens the metrics; null: only callers on this machine may read them. */
  metricsToken: string | null
  trustedProxies: number
  rateLimits: boolean
  /** Whether emails leave this server. */
  sendsEmail: boolean
  /** The refusal for an error of the environment, such as a full disk; null: `internal`. */
  refusalFor: (error: unknown) => ErrorCode | null
  webDirectory: string
  sampleDirectory: string
  timeout?: CallerTimeout
  maxConnections?: MostConnections
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, metrics, publicUrl, timeout = CALLER_TIMEOUT } = options
  const basePath = basePathOf(publicUrl)
  const settingsForPages = readPageSettings(deps)
  const connectionLimits = options.maxConnections ?? connectionLimitsFor(descriptorLimit())
  const app = fastify({
    loggerInstance: options.logger,
    // watchRequests already logs one line per call.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: loggerOfRequest,
    // Hops are counted from this server: IP addresses that a visitor forged are beyond the trusted ones.
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    bodyLimit: MAX_BODY_BYTES,
    ...serverTimeouts(timeout),
    clientErrorHandler: refuseUnreadableRequest,
    frameworkErrors: (_error, _request, reply) => sendRefusal(reply as FastifyReply, refused('not_found')),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 128 },
    rewriteUrl: ({ url = '/' }) => belowBase(url, basePath),
  })
  // Behind a proxy, all connections come from the proxy's IP address.
  const isBehindProxy = options.trustedProxies > 0 || !options.rateLimits
  limitConnections(
    app,
    isBehindProxy ? { ...connectionLimits, ofOneIpAddress: connectionLimits.ofAll } : connectionLimits,
  )
  readJsonBodies(app)
  simplifyHeaders(app)
  answerErrors(app, options.refusalFor)
  metrics.watchServer(app.server)
  watchRequests(app, { metricsRecorder: metrics.metricsRecorder, tracing: deps.tracing })
  app.addHook('onRequest', async (_request, { raw }) => void raw.setMaxListeners(MAX_LISTENERS))
  prepareToLeave(app)
  checkHostNames(app, publicUrl !== null || options.trustedProxies > 0)
  // Without rate limits all calls may have one IP address: that of a proxy that does not forward the callers' IP
  // addresses.
  const { ofAll } = MAX_UNANSWERED
  refuseExcess(app, options.rateLimits ? MAX_UNANSWERED : { ofAll, ofOneIpAddress: ofAll, ofOneNetwork: ofAll })
  addBeginWait(app)
  endStalledReaders(app, timeout.readerTimeout)
  await securityHeaders(app, {
    publicUrl,
    withPayPal: async () => (await settingsForPages()).takesPayments,
    filesOrigin: deps.files.addressesOrigin,
  })
  if (options.rateLimits) {
    await app.register(rateLimit, {
      max: CALLS_PER_MINUTE,
      timeWindow: 60_000,
      // A household has very many IPv6 addresses, so its whole block counts as one.
      keyGenerator: (request) => ipAddressBlock(readIpAddress(request)),
      // The route is compared, not the URL, because the router accepts several spellings of a path.
      allowList: (request) => !isLimited(request) || request.routeOptions.url === '/api/health',
    })
  }
  requireSameOrigin(app, publicUrl)
  await identifyCaller(app, deps, publicUrl)
  app.decorate('admitStranger', () => admitStranger(deps))
  videoRoutes(app, deps)
  downloadRoutes(app, deps)
  shareRoutes(app, deps)
  clipAddressRoutes(app, deps)
  batchRoutes(app, deps)
  authRoutes(app, deps)
  userRoutes(app, deps)
  webhookRoutes(app, deps)
  contactRoutes(app, deps)
  adminRoutes(app, deps)
  addressRoutes(app, deps, options.trustedProxies)
  await paymentRoutes(app, deps)
  mcpRoute(app, deps)
  healthRoutes(app, deps, options)
  const address = publicUrl && basePath ? siteAddressOf(publicUrl) : null
  const documents = {
    sold: openapiDocument(deps.version, { sellsPlans: true, address }),
    unsold: openapiDocument(deps.version, { sellsPlans: false, address }),
  }
  app.get('/api/openapi.json', async () => documents[(await settingsForPages()).sellsPlans ? 'sold' : 'unsold'])
  await webFiles(app, { web: options.webDirectory, sample: options.sampleDirectory })
  const { localPasswords, provider } = deps.signInMethods
  unfurlRoutes(app, deps)
  await webPages(
    app,
    options.webDirectory,
    settingsForPages,
    (request, language) => tagsOf(deps, request, language as Language),
    {
      ...(deps.fileNames === 'quality' ? {} : { 'file-names': deps.fileNames }),
      ...(localPasswords ? {} : { passwords: 'off' }),
      ...(provider ? { oidc: provider.name } : {}),
      ...(options.sendsEmail ? {} : { mail: 'off' }),
    },
  )
  return app
}

/** Tags of a page, or none while the database is away. */
const tagsOf = (deps: Deps, request: FastifyRequest, language: Language): Promise<string> =>
  trimTags(deps, request, language).catch((error: unknown) => {
    request.log.error({ err: error }, 'a link to a trim has no tags')
    return ''
  })

const isLimited = (request: FastifyRequest): boolean =>
  isApiCall(request) || request.routeOptions.config.isPublicPage === true

/**
 * Removes the path of PUBLIC_URL from a request's URL. A proxy in front may have removed it already, and may have left
 * two slashes at the start.
 */
function belowBase(url: string, basePath: string): string {
  if (basePath === '') return url
  const pathBelow = url.slice(basePath.length)
  const isBelow = url.startsWith(basePath) && /^(?:[/?]|$)/.test(pathBelow)
  return (isBelow ? pathBelow : url).replace(/^\/*/, '/')
}

/**
 * Returns a function that reads the settings for pages. While the database is away, it returns the last ones that it
 * read. Only calls enforce access.
 */
function readPageSettings(deps: Deps): () => Promise<PageSettings> {
  const { database, presets, log } = deps
  let lastSettings: PageSettings = { ...presets, sellsPlans: presets.plans !== 'off', takesPayments: false }
  return async () => {
    try {
      const settings = await effectiveSettings(database.records, presets)
      const isSelling = sellsPlans(settings)
      lastSettings = {
        ...settings,
        sellsPlans: isSelling,
        takesPayments: isSelling && (await effectiveProvider(deps)) !== null,
      }
    } catch (error) {
      log.error({ err: error }, 'the settings for pages cannot be read')
    }
    return lastSettings
  }
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
}

/** Answers every error in the same form, without details of the server. */
function answerErrors(app: FastifyInstance, refusalFor: AppOptions['refusalFor']): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The caller has hung up, so their work was aborted. That is no error of the server.
    if (reply.raw.destroyed) return reply
    if (error instanceof AccountsBusyError)
      return sendRefusal(reply, refused('busy', { retryAfterSeconds: BUSY_SECONDS }))
    if (BROKEN_JSON_CODES.includes(error.code))
      return sendRefusal(reply, refused('invalid_request', { meaning: BROKEN_JSON_SENTENCE }))
    const code = FASTIFY_CODES[error.code]
    if (code) return sendRefusal(reply, refused(code))
    if (error.statusCode === 429) return sendRefusal(reply, refused('too_many_requests', retryAfterOf(reply)))
    if (error.statusCode !== undefined && error.statusCode < 500) return sendRefusal(reply, refused('invalid_request'))
    request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refused(refusalFor(error) ?? 'internal'))
  })
}

function retryAfterOf(reply: { getHeader(name: string): unknown }): { retryAfterSeconds?: number } {
  const seconds = Number(reply.getHeader('retry-after'))
  return Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}
}

const UNREADABLE_STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * Refuses a connection that is too slow or does not speak HTTP. The answer has the same form as every other refusal.
 */
function refuseUnreadableRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const body = JSON.stringify(describeRefusal(refused('invalid_request')).body)
  const head = [
    `HTTP/1.1 ${UNREADABLE_STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

const MAX_OPERATOR_CONNECTIONS = 200

type OperatorAppOptions = Pick<AppOptions, 'metrics' | 'metricsToken' | 'logger'> & { deps: HealthDeps }

/** Server of a process without pages, such as a worker. It answers health checks and metrics only. */
export function createOperatorApp(options: OperatorAppOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    ...serverTimeouts(CALLER_TIMEOUT),
    clientErrorHandler: refuseUnreadableRequest,
    genReqId: () => randomUUID(),
  })
  app.server.maxConnections = MAX_OPERATOR_CONNECTIONS
  // Nobody signs in here.
  app.decorateRequest('session', null)
  app.decorateRequest('viewer', null)
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refused('not_found')))
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refused('internal'))
  })
  options.metrics.watchServer(app.server)
  prepareToLeave(app)
  healthRoutes(app, options.deps, options)
  return app
}
