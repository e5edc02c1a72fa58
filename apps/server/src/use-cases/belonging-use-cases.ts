import type { Accounts } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import type { FileStore } from '../ports/files.ts'
import { deleteAccount } from './accounts/delete-account.ts'
import { exportData } from './accounts/export-data.ts'
import type { LimitAttempts } from './accounts/limit-attempts.ts'
import { listOwnDownloads } from './downloads/list-own-downloads.ts'
import { contactMessages } from './email/contact-messages.ts'
import { newsletter } from './email/newsletter.ts'
import { writeToOperator } from './email/write-to-operator.ts'

export interface BelongingUseCaseDeps {
  database: Database
  accounts: Accounts
  files: FileStore
  clock: Clock
  limits: LimitAttempts
}

/** What people leave here, and take away again. */
export function createBelongingUseCases(deps: BelongingUseCaseDeps) {
  return {
    writeToOperator: writeToOperator(deps),
    contactMessages: contactMessages(deps),
    newsletter: newsletter(deps),
    listOwnDownloads: listOwnDownloads(deps),
    exportData: exportData(deps),
    deleteAccount: deleteAccount(deps),
  }
}
