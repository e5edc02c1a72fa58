import { readSettings, readStorage, runCleanup, saveSettings } from '@kerf/contract/admin-settings'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { adminRoute } from './routing/admin-route.ts'

/** The settings that hold without a restart, and what the disk is used for. */
export function adminSettingsRoutes(app: FastifyInstance, useCases: UseCases): void {
  const { siteSettings, cleanUp, reportStorage } = useCases
  adminRoute(app, useCases, readSettings, async () => done(await siteSettings.read()))

  adminRoute(app, useCases, saveSettings, ({ body, session }) => siteSettings.change(body, session!.account.id))

  adminRoute(app, useCases, runCleanup, async ({ session }) => done(await cleanUp(session!.account.id)))

  adminRoute(app, useCases, readStorage, async () => done(await reportStorage()))
}
