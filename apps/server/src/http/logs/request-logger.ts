import type { FastifyBaseLogger } from 'fastify'

/** Set on loggers that say whose line it is by themselves. */
export const KNOWS_ITS_REQUEST = Symbol('knows its request')

/** The logger of one request: each of its lines has the request's id, wherever it is said. */
export function loggerOfRequest(
  logger: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  options: object,
): FastifyBaseLogger {
  return Object.assign(logger.child(bindings, options), { [KNOWS_ITS_REQUEST]: true })
}
