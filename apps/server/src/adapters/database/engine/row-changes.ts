import { sql } from 'drizzle-orm'
import type { RowChanges } from '../../../ports/database.ts'
import { type Executor, queryRows } from './executor.ts'

const CHANGES_CHANNEL = 'kerf_changed_rows'

/** Tables whose rows are cached, each with the column whose value is reported. */
const WATCHED_TABLES: Record<string, string> = {
  viewers: 'id',
  users: 'id',
  sessions: 'id',
  api_keys: 'id',
  second_factors: 'user_id',
  videos: 'id',
  downloads: 'id',
  clips: 'id',
  blocklist: 'kind',
}
/** Tables whose new rows are reported too, because their absence is cached. */
const TABLES_WITH_CACHED_ABSENCE = ['blocklist']

type Listen = (channel: string, listener: (rowId: string) => void) => Promise<unknown>

/**
 * Reports changed and deleted rows through triggers, new blocks too. The embedded database notifies before the
 * writer's commit returns.
 */
export async function watchRows(executor: Executor, listen: Listen): Promise<RowChanges> {
  await makeTriggers(executor)
  const listeners = new Set<(rowId: string) => void>()
  await listen(CHANGES_CHANNEL, (rowId) => {
    for (const listener of listeners) listener(rowId)
  })
  return { subscribe: (listener) => void listeners.add(listener) }
}

async function makeTriggers(executor: Executor): Promise<void> {
  const [existingTriggers] = await queryRows<{ triggers: number }>(
    executor,
    sql`select count(*)::int as triggers from pg_trigger where tgname = 'kerf_row_changed'`,
  )
  const tables = Object.entries(WATCHED_TABLES)
  if (existingTriggers?.triggers === tables.length) return
  await executor.execute(sql`create or replace function kerf_row_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify(${sql.raw(`'${CHANGES_CHANNEL}'`)}, coalesce(to_jsonb(old), to_jsonb(new))->>tg_argv[0]);
      return null;
    end $$`)
  for (const [table, column] of tables) {
    const events = TABLES_WITH_CACHED_ABSENCE.includes(table) ? 'insert or update or delete' : 'update or delete'
    await executor.execute(
      sql.raw(`create or replace trigger kerf_row_changed after ${events} on ${table}
        for each row execute function kerf_row_changed('${column}')`),
    )
  }
}
