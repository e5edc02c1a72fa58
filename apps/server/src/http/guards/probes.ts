import type { FastifyRequest } from 'fastify'

export const LIVE = '/livez'
export const READY = '/readyz'
export const METRICS = '/metrics'

/** Probes are answered also while the server leaves or is overloaded: their callers decide whether it is restarted. */
export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === LIVE || routeOptions.url === READY || routeOptions.url === METRICS
}
