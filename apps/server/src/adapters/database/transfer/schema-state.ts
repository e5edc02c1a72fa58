import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Executor, queryRows } from '../engine/executor.ts'

const JOURNAL_PATH = join(import.meta.dirname, '../migrations/meta/_journal.json')
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) })

/** Returns the versions of a database's tables. */
export async function schemaState(executor: Executor) {
  return {
    /** Number of Kerf's migrations that have run; null if none has. */
    migrations: await readNumber(executor, 'drizzle.__drizzle_migrations', 'count(*)::int'),
    /** Version of pg-boss's tables; null if it has no tables yet. */
    queueVersion: await readNumber(executor, 'pgboss.version', 'max(version)::int'),
  }
}

export async function hasKerfTables(executor: Executor): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(executor, `select to_regclass('public.viewers') is not null as is`)
  return row?.is === true
}

export async function knownMigrations(): Promise<string[]> {
  const { entries } = journalSchema.parse(JSON.parse(await readFile(JOURNAL_PATH, 'utf8')))
  return entries.map(({ tag }) => tag)
}

async function readNumber(executor: Executor, table: string, value: string): Promise<number | null> {
  const [existence] = await queryRows<{ is: boolean }>(executor, `select to_regclass('${table}') is not null as is`)
  if (!existence?.is) return null
  const [row] = await queryRows<{ number: number | null }>(executor, `select ${value} as number from ${table}`)
  return row?.number ?? null
}
