import type { PoolClient } from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import type { ConnectionStats } from '../../../ports/metrics.ts'
import type { Executor } from './executor.ts'
import type { NameLocks } from './name-locks.ts'

/** Callbacks of a migration. Several processes migrate one database one after another. */
export interface MigrationWatch {
  onWaiting(): void
  /** Called when this process has the lock, before its first migration. */
  onTurn(): Promise<void>
}

export interface Connection {
  kind: 'embedded' | 'postgres'
  executor: Executor
  /** Listens for notifications. Null if they would arrive with a delay. */
  listen: ((channel: string, listener: (payload: string) => void) => Promise<unknown>) | null
  queueOptions: Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString' | 'max'> & {
    /** Callback that pg-boss passes to its pool. */
    onConnect?: (client: PoolClient) => Promise<void>
  }
  /** Locks that hold among all processes and outlast a transaction. */
  holding: NameLocks
  /** Counts connections and the callers that wait for one. Null for the embedded database, which has one connection. */
  connections(): ConnectionStats | null
  /** Copies the files of the database as they are between two statements. Null for a PostgreSQL server. */
  copyTo: ((folder: string) => Promise<void>) | null
  /**
   * Runs all migrations that have not run yet, or those among the first `count`. Several processes run each only once.
   */
  migrate(count?: number, watch?: MigrationWatch): Promise<void>
  close(): Promise<void>
}
