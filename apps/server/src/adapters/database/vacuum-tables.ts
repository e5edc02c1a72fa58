import { sql } from 'drizzle-orm'
import { type Executor, queryRows } from './engine/executor.ts'

/**
 * Vacuums and analyzes tables, because the embedded PostgreSQL has no autovacuum. Other calls may run between two
 * tables.
 */
export async function vacuumTables(executor: Executor): Promise<void> {
  const changedTables = await queryRows<{ name: string }>(
    executor,
    sql`select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_dead_tup > 50 + 0.2 * n_live_tup`,
  )
  for (const { name } of changedTables) await executor.execute(sql.raw(`vacuum (analyze) ${name}`))
}
