/** The database and its transactions: adapters/database. */

import type { SiteSettings } from '@kerf/contract/admin-settings'
import type { AccountRecords } from './accounts.ts'
import type { AdminRecords } from './admin.ts'
import type { ClipRecords } from './clips.ts'
import type { EmailRecords } from './emails.ts'
import type { PaymentRecords } from './payments.ts'
import type { WebhookRecords } from './webhooks.ts'

export interface Records
  extends ClipRecords,
    AccountRecords,
    EmailRecords,
    PaymentRecords,
    AdminRecords,
    WebhookRecords {
  settings: {
    read(): Promise<Partial<SiteSettings>>
    write(change: Partial<SiteSettings>): Promise<void>
    /** Other writers wait until the transaction ends; readers do not. */
    lock(): Promise<void>
  }
}

/** Calls listeners with the ids of changed or deleted rows of people and downloads. */
export interface RowChanges {
  subscribe(listener: (rowId: string) => void): void
}

export interface Database {
  records: Records
  /** null if other processes also write to the database. */
  rowChanges: RowChanges | null
  /** Runs `work` in one transaction, to which its `records` are bound. An error rolls it back. */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>
  /** null if the size is unknown. */
  sizeBytes(): Promise<number | null>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
