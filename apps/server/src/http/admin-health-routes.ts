import { readAdminHealth } from '@kerf/contract/admin-settings'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { adminRoute } from './routing/admin-route.ts'

/** How every part is doing, for admins. Always 200: what is failing is told, to somebody who can be told. */
export function adminHealthRoutes(app: FastifyInstance, useCases: UseCases): void {
  adminRoute(app, useCases, readAdminHealth, async () => done(await useCases.reportAdminHealth()))
}
