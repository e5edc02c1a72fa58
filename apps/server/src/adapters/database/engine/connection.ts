import type { ConstructorOptions } from 'pg-boss'
import type { ConnectionStats } from '../../../ports/metrics.ts'
import type { Executor } from './executor.ts'
import type { NameHolding } from './held-name.ts'

/** Where several processes migrate one database, they do so one after the other. */
export interface MigrationWatch {
  /** Another one is at it, and is waited for. */
  onWaiting(): void
  /** It is this one's turn, and none of its migrations has begun. */
  onTurn(): Promise<void>
}

/** An open database, whichever kind it is. */
export interface Connection {
  kind: 'embedded' | 'postgres'
  executor: Executor
  /** Hears what is notified; null where it comes with a delay. */
  listen: ((channel: string, listener: (payload: string) => void) => Promise<unknown>) | null
  /** How the job queue reaches the same database. */
  queueOptions: Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString' | 'max'>
  /** Turns that last longer than a transaction, among all processes that use it. */
  holding: NameHolding
  /** How many connections there are, and who waits for one; null where there is just the one. */
  connections(): ConnectionStats | null
  /** Runs every migration that has not run yet, or the first `count` of them, once, however many processes ask. */
  migrate(count?: number, watch?: MigrationWatch): Promise<void>
  close(): Promise<void>
}
