import { type Health, type HealthToldToAnybody, readHealth } from '@kerf/contract/health'
import { readPlans } from '@kerf/contract/plans'
import { openapiDocument } from '@kerf/contract/protocol/openapi'
import { readQuota } from '@kerf/contract/user'
import type { HEALTH_STATES } from '@kerf/domain/health/health-check'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../ports/measures.ts'
import { done, refused } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { addressOf } from './callers/caller.ts'
import { isOperator } from './callers/operator-only.ts'
import { probeRoutes } from './guards/probes.ts'
import { sendRefusal } from './routing/refusal.ts'
import { route } from './routing/route.ts'

interface Watching {
  metrics: Metrics
  operatorToken: string | null
}

/** Calls about the viewer and the server itself. */
export function operatorRoutes(
  app: FastifyInstance,
  useCases: UseCases,
  { version, ...watching }: Watching & { version: string },
): void {
  route(app, readQuota, async ({ viewer, request }) => done(await useCases.readQuota(viewer, addressOf(request))))

  route(app, readPlans, async () => done(await useCases.readPlans()))

  healthRoutes(app, useCases, watching)

  const document = openapiDocument(version)
  app.get('/api/openapi.json', async () => document)
}

/** How the process is: in every role the same. */
export function healthRoutes(
  app: FastifyInstance,
  reports: Pick<UseCases, 'reportHealth' | 'reportReadiness'>,
  { metrics, operatorToken }: Watching,
): void {
  route(app, readHealth, async ({ request, reply, session }) => {
    const health = await reports.reportHealth()
    if (health.status === 'failing') reply.code(503)
    const mayKnow = session?.account.role === 'admin' || isOperator(request, operatorToken)
    return done(mayKnow ? health : withoutTheInside(health))
  })

  probeRoutes(app, reports)

  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request, operatorToken)) return sendRefusal(reply, refused('not_found'))
    reply.header('content-type', metrics.contentType).header('cache-control', 'no-store')
    return metrics.text()
  })
}

/** That it works, or which part does not: enough for whoever watches from outside. */
function withoutTheInside({ status, checks }: Health): HealthToldToAnybody {
  const bare = ({ state }: { state: (typeof HEALTH_STATES)[number] }) => ({ state, message: '', says: [] })
  return {
    status,
    version: null,
    checks: {
      database: bare(checks.database),
      queue: { ...bare(checks.queue), waiting: null, running: null },
      storage: { ...bare(checks.storage), freeBytes: null },
      resolver: { ...bare(checks.resolver), version: null, ageDays: null, origin: null },
      sweep: { ...bare(checks.sweep), lastAt: null },
    },
  }
}
