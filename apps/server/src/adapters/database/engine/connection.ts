import type { PoolClient } from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import type { ConnectionStats } from '../../../ports/metrics.ts'
import type { Executor } from './executor.ts'
import type { NameHolding } from './held-name.ts'

/** Where several processes migrate one database, they do so one after the other. */
export interface MigrationWatch {
  onWaiting(): void
  /** This process has the lock, and none of its migrations has begun. */
  onTurn(): Promise<void>
}

export interface Connection {
  kind: 'embedded' | 'postgres'
  executor: Executor
  /** Listens for notifications; null where they come with a delay. */
  listen: ((channel: string, listener: (payload: string) => void) => Promise<unknown>) | null
  queueOptions: Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString' | 'max'> & {
    /** pg-boss passes it to its pool. */
    onConnect?: (client: PoolClient) => Promise<void>
  }
  /** Locks that outlast a transaction, among all processes. */
  holding: NameHolding
  /** How many connections there are, and who waits for one; null where there is just the one. */
  connections(): ConnectionStats | null
  /** Copies the files of the database, as they are between two statements; null where they are not ours. */
  copyTo: ((folder: string) => Promise<void>) | null
  /** Runs every migration that has not run yet, or the first `count` of them, once, however many processes ask. */
  migrate(count?: number, watch?: MigrationWatch): Promise<void>
  close(): Promise<void>
}
