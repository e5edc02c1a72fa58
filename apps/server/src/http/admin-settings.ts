import * as contract from '@kerf/contract/admin-settings'
import type { FastifyInstance } from 'fastify'
import { changeSettings, readSettings } from '../use-cases/admin/settings.ts'
import { cleanUp, reportStorage } from '../use-cases/admin/storage.ts'
import { reportAdminHealth } from '../use-cases/health/report-admin-health.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done } from '../use-cases/shared/outcome.ts'
import { adminRoute } from './routing/route.ts'

/** The settings that hold without a restart, what the disk is used for, and how every part is doing. */
export function adminSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, contract.readSettings, async () => done(await readSettings(deps)))

  adminRoute(app, deps, contract.saveSettings, ({ body, by }) => changeSettings(deps, { request: body, by }))

  adminRoute(app, deps, contract.runCleanup, async ({ by }) => done(await cleanUp(deps, by)))

  adminRoute(app, deps, contract.readStorage, async () => done(await reportStorage(deps)))

  // Always 200: what is failing is told, to somebody who can be told.
  adminRoute(app, deps, contract.readAdminHealth, async () => done(await reportAdminHealth(deps)))
}
