/** The database and its transactions: adapters/database. */

import type { createRecords } from '../adapters/database/create-records.ts'

/** All records, typed by their one implementation. */
export type Records = ReturnType<typeof createRecords>

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
