import * as admin from './admin.ts'
import * as jobs from './admin-jobs.ts'
import * as settings from './admin-settings.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Calls that are agreed, and that the page makes, but that no server carries out yet. Each is answered `not_set_up`. Whoever
 * builds one moves it to all-endpoints.ts.
 */
export const PLANNED_ENDPOINTS: readonly Endpoint[] = [
  admin.readAdminStats,
  admin.listUsers,
  admin.exportUsers,
  admin.updateUser,
  admin.deleteUser,
  admin.listSubscriptions,
  jobs.listJobs,
  jobs.retryJob,
  jobs.cancelJob,
  jobs.readJobFile,
  settings.readSettings,
  settings.saveSettings,
  settings.runCleanup,
  settings.readStorage,
  settings.readAdminHealth,
]
