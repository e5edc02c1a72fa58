import type { FileStore } from '../ports/files.ts'
import type { LimitAttempts } from './accounts/limit-attempts.ts'
import { cancelJob } from './admin/cancel-job.ts'
import { changePerson } from './admin/change-person.ts'
import { type CleanUpDeps, cleanUp } from './admin/clean-up.ts'
import { deletePerson } from './admin/delete-person.ts'
import type { SourceDeps } from './admin/effective-sources.ts'
import { listJobs } from './admin/list-jobs.ts'
import { listSubscriptions } from './admin/list-subscriptions.ts'
import { openJobFile } from './admin/open-job-file.ts'
import { people } from './admin/people.ts'
import { readAudit } from './admin/read-audit.ts'
import { readStats } from './admin/read-stats.ts'
import { reportStorage } from './admin/report-storage.ts'
import { retryJob } from './admin/retry-job.ts'
import { type SiteSettingsDeps, siteSettings } from './admin/settings.ts'
import { type AdminHealthDeps, reportAdminHealth } from './health/report-admin-health.ts'
import { manageBlocklist } from './moderation/blocklist.ts'
import { giveNotice } from './moderation/give-notice.ts'
import { manageNotices } from './moderation/notices.ts'
import type { PaymentSettings } from './payments/payment-settings.ts'

export interface AdminUseCaseDeps extends SourceDeps, SiteSettingsDeps, CleanUpDeps, AdminHealthDeps {
  files: FileStore
  paymentSettings: PaymentSettings
  limits: LimitAttempts
}

/** Everything that only admins may ask for. */
export function createAdminUseCases(deps: AdminUseCaseDeps) {
  return {
    readStats: readStats(deps),
    people: people(deps),
    changePerson: changePerson(deps),
    deletePerson: deletePerson(deps),
    listSubscriptions: listSubscriptions(deps),
    siteSettings: siteSettings(deps),
    cleanUp: cleanUp(deps),
    reportStorage: reportStorage(deps),
    reportAdminHealth: reportAdminHealth(deps),
    listJobs: listJobs(deps),
    retryJob: retryJob(deps),
    cancelJob: cancelJob(deps),
    openJobFile: openJobFile(deps),
    // The abuse desk and the audit.
    giveNotice: giveNotice(deps),
    notices: manageNotices(deps),
    blocklist: manageBlocklist(deps),
    readAudit: readAudit(deps),
  }
}
