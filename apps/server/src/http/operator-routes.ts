import { readHealth } from '@kerf/contract/health'
import { openapiDocument } from '@kerf/contract/openapi'
import { readPlans } from '@kerf/contract/plans'
import { readQuota } from '@kerf/contract/viewer'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import type { Metrics } from './metrics.ts'
import { route } from './route.ts'

/** Calls about the viewer and the server itself. */
export function operatorRoutes(app: FastifyInstance, useCases: UseCases, metrics: Metrics, version: string): void {
  route(app, readQuota, async ({ viewer, request }) => done(await useCases.readQuota(viewer, request.ip)))

  route(app, readPlans, async () => done(await useCases.readPlans()))

  route(app, readHealth, async ({ reply }) => {
    const health = await useCases.reportHealth()
    if (health.status === 'failing') reply.code(503)
    return done(health)
  })

  const document = openapiDocument(version)
  app.get('/api/openapi.json', async () => document)

  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.contentType)
    return metrics.text()
  })
}
