import { listAuditEntries } from '@kerf/contract/admin-audit'
import type { FastifyInstance } from 'fastify'
import { readAudit } from '../use-cases/shared/audit.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { adminRoute, donePage } from './routing/route.ts'

/** Who has decided what. */
export function adminAuditRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, listAuditEntries, async ({ query: { page = 1, ...filter }, reply }) => {
    const { entries, total } = await readAudit(deps, { filter, page })
    return donePage(reply, entries, total)
  })
}
