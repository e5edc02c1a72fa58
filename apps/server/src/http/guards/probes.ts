import type { FastifyRequest } from 'fastify'

export const LIVE_PATH = '/livez'
export const READY_PATH = '/readyz'
export const METRICS_PATH = '/metrics'

/** Probes are answered also while the server leaves or is overloaded: their callers decide whether it is restarted. */
export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === LIVE_PATH || routeOptions.url === READY_PATH || routeOptions.url === METRICS_PATH
}
