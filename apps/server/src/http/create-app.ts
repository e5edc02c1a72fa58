import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { ErrorCode } from '@kerf/domain/error-codes'
import fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { refused } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { downloadRoutes } from './download-routes.ts'
import type { Metrics } from './metrics.ts'
import { operatorRoutes } from './operator-routes.ts'
import { sendRefusal } from './refusal.ts'
import { requireSameOrigin } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import { videoRoutes } from './video-routes.ts'
import { viewerCookie } from './viewer-cookie.ts'
import { webFiles } from './web-files.ts'

/** The largest JSON that any call takes is a link. */
const MAX_BODY_BYTES = 64 * 1024
/** A page polls each running download once a second; a whole office may share an address. */
const CALLS_PER_MINUTE = 1200

export interface AppOptions {
  useCases: UseCases
  metrics: Metrics
  logger: FastifyBaseLogger
  version: string
  publicUrl: URL | null
  trustProxy: boolean
  rateLimits: boolean
  /** The built web app, and the sample's pictures that it shows. */
  webDirectory: string
  sampleDirectory: string
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { useCases, metrics, publicUrl } = options
  const app = fastify({
    loggerInstance: options.logger,
    // measureRequests says one line a call; two lines a poll would drown everything else.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 128 },
  })
  answerErrors(app)
  measureRequests(app, metrics)
  await securityHeaders(app, publicUrl)
  if (options.rateLimits) {
    await app.register(rateLimit, {
      max: CALLS_PER_MINUTE,
      timeWindow: 60_000,
      allowList: (request) => !request.url.startsWith('/api/') || request.url === '/api/health',
    })
  }
  requireSameOrigin(app, publicUrl)
  await viewerCookie(app, useCases)
  videoRoutes(app, useCases)
  downloadRoutes(app, useCases)
  operatorRoutes(app, useCases, metrics, options.version)
  await webFiles(app, { web: options.webDirectory, sample: options.sampleDirectory })
  return app
}

function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
    if (route.startsWith('/api/'))
      request.log.debug({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime }, 'request')
  })
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
}

/** Whatever goes wrong, the answer has the one form that all refusals have, and says nothing of the inside. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = FASTIFY_CODES[error.code]
    if (known) return sendRefusal(reply, refused(known))
    if (error.statusCode === 429) return sendRefusal(reply, refused('too_many_requests', retryAfterOf(reply)))
    if (error.statusCode !== undefined && error.statusCode < 500) return sendRefusal(reply, refused('invalid_request'))
    request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refused('internal'))
  })
}

function retryAfterOf(reply: { getHeader(name: string): unknown }): { retryAfterSeconds?: number } {
  const seconds = Number(reply.getHeader('retry-after'))
  return Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}
}
