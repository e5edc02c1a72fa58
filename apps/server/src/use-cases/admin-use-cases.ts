import type { FileStore } from '../ports/files.ts'
import { cancelJob } from './admin-jobs/cancel-job.ts'
import { listJobs } from './admin-jobs/list-jobs.ts'
import { openJobFile } from './admin-jobs/open-job-file.ts'
import { retryJob } from './admin-jobs/retry-job.ts'
import { readAudit } from './audit/read-audit.ts'
import { manageBlocklist } from './blocking/manage-blocklist.ts'
import { changePerson } from './change-person/change-person.ts'
import { deletePerson } from './delete-account/delete-person.ts'
import type { LimitAttempts } from './limit-attempts/limit-attempts.ts'
import { listSubscriptions } from './list-subscriptions/list-subscriptions.ts'
import type { PaymentSettings } from './payment-settings/payment-settings.ts'
import { people } from './people/people.ts'
import { readStats } from './read-stats/read-stats.ts'
import { type AdminHealthDeps, reportAdminHealth } from './report-admin-health/report-admin-health.ts'
import { type SiteSettingsDeps, siteSettings } from './site-settings/site-settings.ts'
import type { SourceDeps } from './site-settings/sources-in-force.ts'
import { type CleanUpDeps, cleanUp } from './storage/clean-up.ts'
import { reportStorage } from './storage/report-storage.ts'
import { giveNotice } from './takedown-notices/give-notice.ts'
import { manageNotices } from './takedown-notices/manage-notices.ts'

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
