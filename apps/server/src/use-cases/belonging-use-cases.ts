import type { Accounts } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import type { FileStore } from '../ports/files.ts'
import { contactMessages } from './contact-messages/contact-messages.ts'
import { deleteAccount } from './delete-account/delete-account.ts'
import { exportData } from './export-data/export-data.ts'
import type { LimitAttempts } from './limit-attempts/limit-attempts.ts'
import { listOwnDownloads } from './list-own-downloads/list-own-downloads.ts'
import { newsletter } from './newsletter/newsletter.ts'
import { writeToOperator } from './write-to-operator/write-to-operator.ts'

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
