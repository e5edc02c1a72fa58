import { sql } from 'drizzle-orm'
import type { Executor } from './engine/executor.ts'

/**
 * What PostgreSQL's own background workers do, and the embedded one has none of: tables of which much has changed are cleared
 * of what was deleted and counted again, without which queries are planned as if every table were small. One table at a time, so
 * that calls get in between.
 */
export async function tendTables(executor: Executor): Promise<void> {
  const changed = await executor.execute(sql`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_dead_tup > 50 + 0.2 * n_live_tup`)
  for (const { name } of (changed as unknown as { rows: { name: string }[] }).rows)
    await executor.execute(sql.raw(`vacuum (analyze) ${name}`))
}
