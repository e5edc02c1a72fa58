import type { FastifyRequest } from 'fastify'

export const LIVE = '/livez'
export const READY = '/readyz'
export const METRICS = '/metrics'

/** Answered also while the server leaves, or has more to do than it can: whoever asks decides what becomes of it. */
export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === LIVE || routeOptions.url === READY || routeOptions.url === METRICS
}
