import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UseCases } from '../../use-cases/use-cases.ts'

const LIVE = '/livez'
const READY = '/readyz'
const FIGURES = '/metrics'

/**
 * For what starts and stops processes, and sends visitors to them: `/livez` says that this one turns, and asks nobody; `/readyz` that
 * it can do its work. Open to everybody, because those who ask come from anywhere; they tell nothing else.
 */
export function probeRoutes(app: FastifyInstance, { reportReadiness }: Pick<UseCases, 'reportReadiness'>): void {
  app.get(LIVE, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get(READY, async (_request, reply) => {
    const { ready, failing } = app.isLeaving() ? { ready: false, failing: ['leaving'] } : await reportReadiness()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'failing', failing })
  })
}

/** Answered also while the server leaves, or has more to do than it can: whoever asks decides what becomes of it. */
export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === LIVE || routeOptions.url === READY || routeOptions.url === FIGURES
}
