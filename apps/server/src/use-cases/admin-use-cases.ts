import type { FileStore } from '../ports.ts'
import { readStats } from './read-stats/read-stats.ts'
import { type SiteSettingsDeps, siteSettings } from './site-settings/site-settings.ts'
import { type CleanUpDeps, cleanUp } from './storage/clean-up.ts'
import { reportStorage } from './storage/report-storage.ts'

export interface AdminUseCaseDeps extends SiteSettingsDeps, CleanUpDeps {
  files: FileStore
}

/** Everything that only admins may ask for. */
export function createAdminUseCases(deps: AdminUseCaseDeps) {
  return {
    readStats: readStats(deps),
    siteSettings: siteSettings(deps),
    cleanUp: cleanUp(deps),
    reportStorage: reportStorage(deps),
  }
}
