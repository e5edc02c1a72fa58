import { readAdminStats } from '@kerf/contract/admin-stats'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { adminRoute } from './routing/admin-route.ts'

/** What the installation adds up to. */
export function adminStatsRoutes(app: FastifyInstance, useCases: UseCases): void {
  adminRoute(app, useCases, readAdminStats, async () => done(await useCases.readStats()))
}
