import { createHash, timingSafeEqual } from 'node:crypto'
import * as contract from '@kerf/contract/health'
import type { HEALTH_STATES } from '@kerf/domain/health/health-check'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../ports/metrics.ts'
import { type HealthDeps, reportHealth, reportReadiness } from '../use-cases/health/report-health.ts'
import { onceASecond } from '../use-cases/shared/cached-answers.ts'
import { done, refused } from '../use-cases/shared/outcome.ts'
import { LIVE, METRICS, READY } from './guards/probes.ts'
import { sendRefusal } from './routing/refusal.ts'
import { route } from './routing/route.ts'

interface Watching {
  metrics: Metrics
  /** Whoever brings it may read the metrics; without one, only who comes from this machine itself. */
  metricsToken: string | null
}

export function healthRoutes(app: FastifyInstance, deps: HealthDeps, { metrics, metricsToken }: Watching): void {
  const health = onceASecond(() => reportHealth(deps))
  const readiness = onceASecond(() => reportReadiness(deps))

  route(app, contract.readHealth, async ({ request, reply, session }) => {
    const current = await health()
    if (current.status === 'failing') reply.code(503)
    const mayKnow = session?.account.role === 'admin' || isOperator(request, metricsToken)
    return done(mayKnow ? current : withoutTheInside(current))
  })

  // For what starts and stops processes, and sends visitors to them: that this one turns, which asks nobody, and that it can do
  // its work. Open to everybody, because those who ask come from anywhere; they tell nothing else.
  app.get(LIVE, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get(READY, async (_request, reply) => {
    const { ready, failing } = app.isLeaving() ? { ready: false, failing: ['leaving'] } : await readiness()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'failing', failing })
  })

  app.get(METRICS, async (request, reply) => {
    if (!isOperator(request, metricsToken)) return sendRefusal(reply, refused('not_found'))
    reply.header('content-type', metrics.contentType).header('cache-control', 'no-store')
    return metrics.text()
  })
}

/** That it works, or which part does not: enough for whoever watches from outside. */
function withoutTheInside({ status, checks }: contract.Health): contract.PublicHealth {
  const bare = ({ state }: { state: (typeof HEALTH_STATES)[number] }) => ({ state, message: '', says: [] })
  return {
    status,
    version: null,
    checks: {
      database: bare(checks.database),
      queue: { ...bare(checks.queue), waiting: null, running: null },
      storage: { ...bare(checks.storage), freeBytes: null },
      resolver: { ...bare(checks.resolver), version: null, ageDays: null, origin: null, steps: [] },
      sweep: { ...bare(checks.sweep), lastAt: null },
    },
  }
}

/** As this machine is called by whoever is on it. A page whose name was made to point here calls it by that name. */
const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/

/** The operator brings the token or, without one, comes from this machine. Internals are for nobody else. */
function isOperator(request: FastifyRequest, token: string | null): boolean {
  return token === null ? isFromThisMachine(request) : bringsToken(request, token)
}

/** A proxy on this machine comes from here too, but says for whom. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => name in headers)
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '') && OWN_NAME.test(headers.host ?? '')
}

function bringsToken({ headers }: FastifyRequest, token: string): boolean {
  const brought = headers.authorization?.replace(/^bearer /i, '') ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(brought), digest(token))
}
