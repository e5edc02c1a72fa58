import * as admin from './admin.ts'
import * as abuse from './admin-abuse.ts'
import * as settings from './admin-settings.ts'
import * as dmca from './dmca.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Calls that are agreed, and that the page makes, but that no server carries out yet. Each is answered `not_set_up`. Whoever
 * builds one moves it to all-endpoints.ts.
 */
export const PLANNED_ENDPOINTS: readonly Endpoint[] = [
  dmca.sendNotice,
  admin.readAdminStats,
  admin.listUsers,
  admin.exportUsers,
  admin.updateUser,
  admin.deleteUser,
  admin.listSubscriptions,
  settings.readSettings,
  settings.saveSettings,
  settings.runCleanup,
  settings.readStorage,
  settings.readAdminHealth,
  abuse.listNotices,
  abuse.decideNotice,
  abuse.listBlockedLinks,
  abuse.blockLink,
  abuse.unblockLink,
  abuse.listAuditEntries,
]
