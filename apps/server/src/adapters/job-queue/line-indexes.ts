import { sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { rowsOf } from '../database/transfer/rows-of.ts'
import { CUT_QUEUE } from './cut-jobs.ts'
import { holdLine } from './deal-turns.ts'

/**
 * pg-boss's own indexes know neither askers nor who was served last. Made beside them where they are missing, as after a change of pg-boss's tables.
 */
export async function makeLineIndexes(executor: Executor): Promise<void> {
  const missing = sql`select to_regclass('pgboss.kerf_asker') is null or to_regclass('pgboss.kerf_served') is null as "isMissing"`
  if (!(await rowsOf<{ isMissing: boolean }>(executor, missing))[0]?.isMissing) return
  await executor.transaction(async (transaction) => {
    await holdLine(transaction)
    await transaction.execute(sql`create index if not exists kerf_asker on pgboss.job ((data->>'asker'))
      where name = ${sql.raw(`'${CUT_QUEUE}'`)} and state < 'active' and not blocked`)
    await transaction.execute(sql`create index if not exists kerf_served on pgboss.job ((priority % 2), priority)
      where name = ${sql.raw(`'${CUT_QUEUE}'`)} and started_on is not null and state >= 'active'`)
  })
}
