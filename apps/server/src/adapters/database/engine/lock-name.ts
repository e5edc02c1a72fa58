import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

/** Makes others who lock the same name wait until the transaction ends: for what has no row that could be locked, or several. */
export async function lockName(executor: Executor, name: string): Promise<void> {
  await executor.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
