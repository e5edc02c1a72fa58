import { createHash, timingSafeEqual } from 'node:crypto'
import * as contract from '@kerf/contract/health'
import type { HEALTH_STATES } from '@kerf/domain/health/health-check'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../ports/metrics.ts'
import { type HealthDeps, reportHealth, reportReadiness } from '../use-cases/health/report-health.ts'
import { shareForASecond } from '../use-cases/shared/cached-answers.ts'
import { done, refused } from '../use-cases/shared/outcome.ts'
import { LIVE_PATH, METRICS_PATH, READY_PATH } from './guards/probes.ts'
import { sendRefusal } from './routing/refusal.ts'
import { route } from './routing/route.ts'

interface MetricsAccess {
  metrics: Metrics
  /** Token that opens the metrics; null: only callers on this machine may read them. */
  metricsToken: string | null
}

export function healthRoutes(app: FastifyInstance, deps: HealthDeps, { metrics, metricsToken }: MetricsAccess): void {
  const health = shareForASecond(() => reportHealth(deps))
  const readiness = shareForASecond(() => reportReadiness(deps))

  route(app, contract.readHealth, async ({ request, reply, session }) => {
    const current = await health()
    if (current.status === 'failing') reply.code(503)
    const maySeeDetails = session?.account.role === 'admin' || isOperator(request, metricsToken)
    return done(maySeeDetails ? current : withoutDetails(current))
  })

  // Probes for orchestrators and load balancers. LIVE_PATH answers without any check; READY_PATH says whether the
  // process can work. Everybody may call them, because orchestrators have no token; they reveal nothing else.
  app.get(LIVE_PATH, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get(READY_PATH, async (_request, reply) => {
    const { ready, failing } = app.isLeaving() ? { ready: false, failing: ['leaving'] } : await readiness()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'failing', failing })
  })

  app.get(METRICS_PATH, async (request, reply) => {
    if (!isOperator(request, metricsToken)) return sendRefusal(reply, refused('not_found'))
    reply.header('content-type', metrics.contentType).header('cache-control', 'no-store')
    return metrics.text()
  })
}

/** Health without details: only the states of the parts, for monitoring from outside. */
function withoutDetails({ status, checks }: contract.Health): contract.PublicHealth {
  const stateOf = ({ state }: { state: (typeof HEALTH_STATES)[number] }) => ({ state, message: '', says: [] })
  return {
    status,
    version: null,
    checks: {
      database: stateOf(checks.database),
      queue: { ...stateOf(checks.queue), waiting: null, running: null },
      storage: { ...stateOf(checks.storage), freeBytes: null },
      resolver: { ...stateOf(checks.resolver), version: null, ageDays: null, origin: null, steps: [] },
      sweep: { ...stateOf(checks.sweep), lastAt: null },
    },
  }
}

/**
 * `Host` headers that name this machine itself. A page whose domain was pointed at this machine sends that domain
 * instead.
 */
const OWN_HOST_PATTERN = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const LOOPBACK_PATTERN = /^(?:127\.|::1$|::ffff:127\.)/

/** Whether the caller sends METRICS_TOKEN or, where none is set, is on this machine. */
function isOperator(request: FastifyRequest, token: string | null): boolean {
  return token === null ? isFromThisMachine(request) : hasToken(request, token)
}

/** Whether a call is from this machine, and not from a proxy on it, which adds forwarding headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => name in headers)
  return !isForwarded && LOOPBACK_PATTERN.test(socket.remoteAddress ?? '') && OWN_HOST_PATTERN.test(headers.host ?? '')
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sentToken = headers.authorization?.replace(/^bearer /i, '') ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sentToken), digest(token))
}
