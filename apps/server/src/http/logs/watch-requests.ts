import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { MetricsRecorder } from '../../ports/metrics.ts'
import type { Span, Tracing } from '../../ports/tracing.ts'

/**
 * Counts, times and logs requests. Trace context of callers is ignored: strangers could choose which traces are
 * stored.
 */
export function watchRequests(
  app: FastifyInstance,
  { metricsRecorder, tracing }: { metricsRecorder: MetricsRecorder; tracing: Tracing },
): void {
  app.decorateRequest('span', null)
  app.decorateReply('refusalCode', null)
  app.addHook('onRequest', async (request) => {
    if (!isApiCall(request)) return
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'kerf.request_id': request.id }
    request.span = tracing.begin(`${method} ${route}`, attributes, { kind: 'server' })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const { statusCode: status, elapsedTime, refusalCode } = reply
    const route = request.routeOptions.url ?? 'none'
    metricsRecorder.requestAnswered({ route, method, status, seconds: elapsedTime / 1000 })
    if (refusalCode !== null) metricsRecorder.requestRefused(refusalCode)
    request.span?.set({ 'http.response.status_code': status, ...(refusalCode && { 'error.code': refusalCode }) })
    request.span?.end(status >= 500 ? (refusalCode ?? String(status)) : null)
    if (!isApiCall(request)) return
    request.log.debug({ method, route, status, ms: elapsedTime, ...(refusalCode && { code: refusalCode }) }, 'request')
  })
}

const API_PATHS = ['/api/', '/paypal/', '/mcp', '/clip']

export function isApiCall(request: FastifyRequest): boolean {
  const { url } = request.routeOptions
  return API_PATHS.some((start) => url?.startsWith(start))
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
  interface FastifyReply {
    refusalCode: ErrorCode | null
  }
}

/** Marks loggers whose lines already have the request's id. */
export const HAS_REQUEST_CONTEXT = Symbol('knows its request')

/** Logger of one request. Each of its lines has the request's id. */
export function loggerOfRequest(
  logger: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  options: object,
): FastifyBaseLogger {
  return Object.assign(logger.child(bindings, options), { [HAS_REQUEST_CONTEXT]: true })
}
