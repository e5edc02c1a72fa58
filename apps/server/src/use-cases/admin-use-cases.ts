import type { Clock, Database, FileStore } from '../ports.ts'
import { readAudit } from './audit/read-audit.ts'
import { manageBlocklist } from './blocking/manage-blocklist.ts'
import type { LimitAttempts } from './limit-attempts/limit-attempts.ts'
import { giveNotice } from './takedown-notices/give-notice.ts'
import { manageNotices } from './takedown-notices/manage-notices.ts'

export interface AdminUseCaseDeps {
  database: Database
  files: FileStore
  clock: Clock
  limits: LimitAttempts
}

/** What the panel of admins may ask for. */
export function createAdminUseCases(deps: AdminUseCaseDeps) {
  return {
    // The abuse desk and the audit.
    giveNotice: giveNotice(deps),
    notices: manageNotices(deps),
    blocklist: manageBlocklist(deps),
    readAudit: readAudit(deps),
  }
}
