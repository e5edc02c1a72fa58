import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Metrics } from '../ports/metrics.ts'
import type { HealthDeps } from '../use-cases/health/report-health.ts'
import { refused } from '../use-cases/shared/outcome.ts'
import { prepareToLeave } from './guards/leave.ts'
import { CALLER_TIMEOUT, serverTimeouts } from './guards/slow-callers.ts'
import { refuseUnreadable } from './guards/unreadable-requests.ts'
import { healthRoutes } from './health.ts'
import { sendRefusal } from './routing/refusal.ts'

const MOST_CONNECTIONS = 200

export interface OperatorAppOptions {
  deps: HealthDeps
  metrics: Metrics
  metricsToken: string | null
  logger: FastifyBaseLogger
}

/** The door of a process that shows nothing to anybody: how it is, for its operator and for whoever watches from outside. */
export function createOperatorApp(options: OperatorAppOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    ...serverTimeouts(CALLER_TIMEOUT),
    clientErrorHandler: refuseUnreadable,
    genReqId: () => randomUUID(),
  })
  app.server.maxConnections = MOST_CONNECTIONS
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
