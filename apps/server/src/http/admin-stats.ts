import { readAdminStats } from '@kerf/contract/admin-stats'
import type { FastifyInstance } from 'fastify'
import { readStats } from '../use-cases/admin/read-stats.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done } from '../use-cases/shared/outcome.ts'
import { adminRoute } from './routing/route.ts'

/** What the installation adds up to. */
export function adminStatsRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, readAdminStats, async () => done(await readStats(deps)))
}
