import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import type { PageRequest, RowPage } from '../../../ports/page.ts'

/** Runs queries: the embedded or real database itself, or one of its transactions. */
export type Executor = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Locks a name until the transaction ends. Callers use it where no single row can be locked. */
export async function lockName(executor: Executor, name: string): Promise<void> {
  await executor.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Returns the rows of a statement as objects, with either driver. */
export async function queryRows<Row>(executor: Executor, statement: SQL | string): Promise<Row[]> {
  const result = await executor.execute(typeof statement === 'string' ? sql.raw(statement) : statement)
  return (result as unknown as { rows: Row[] }).rows
}

export async function firstRow<Row>(query: PromiseLike<Row[]>): Promise<Row | null> {
  const [row] = await query
  return row ?? null
}

/** Returns the first row of a table that matches; null if there is none. */
export function firstWhere<Table extends PgTable>(executor: Executor, table: Table, where: SQL | undefined) {
  const rows = executor.select().from(table as PgTable)
  return firstRow<Table['$inferSelect']>(rows.where(where).limit(1))
}

/** Returns the rows with these ids. Sends no query for an empty list. */
export async function rowsById<Table extends PgTable & { id: PgColumn }>(
  executor: Executor,
  table: Table,
  ids: readonly string[],
): Promise<Table['$inferSelect'][]> {
  if (ids.length === 0) return []
  const rows = executor.select().from(table as PgTable)
  return await rows.where(inArray(table.id, [...ids]))
}

/** Returns whether an error is a conflict in this unique index. The client may wrap the database's error. */
export function isConflictIn(index: string, error: unknown): boolean {
  const { cause, constraint } = error as { cause?: unknown; constraint?: unknown }
  return constraint === index || (cause !== undefined && isConflictIn(index, cause))
}

/** Runs a statement and ignores its result. */
export async function run(statement: PromiseLike<unknown>): Promise<void> {
  await statement
}

/** Returns whether a statement that returns rows has returned any. */
export async function hasRows(statement: PromiseLike<unknown[]>): Promise<boolean> {
  return (await statement).length > 0
}

export async function readPage<Table extends PgTable>(
  executor: Executor,
  table: Table,
  order: (SQL | PgColumn)[],
  { offset, limit }: PageRequest,
): Promise<RowPage<Table['$inferSelect']>> {
  const rows = await executor
    .select()
    .from(table as PgTable)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
  return { rows, total: await executor.$count(table) }
}
