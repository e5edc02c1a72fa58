import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import type { Page, PageRequest } from '../../../ports/page.ts'

/** What runs queries: the database itself, or one transaction of it; embedded or real. */
export type Executor = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Makes others who lock the same name wait until the transaction ends: for what has no row that could be locked, or several. */
export async function lockName(executor: Executor, name: string): Promise<void> {
  await executor.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** What a statement answers, as its driver gives it: embedded or real, an object each row. */
export async function rowsOf<Row>(executor: Executor, statement: SQL | string): Promise<Row[]> {
  const result = await executor.execute(typeof statement === 'string' ? sql.raw(statement) : statement)
  return (result as unknown as { rows: Row[] }).rows
}

export async function first<Row>(query: PromiseLike<Row[]>): Promise<Row | null> {
  const [row] = await query
  return row ?? null
}

/** A row of a table; null where none is meant. */
export function firstWhere<Table extends PgTable>(executor: Executor, table: Table, where: SQL | undefined) {
  const rows = executor.select().from(table as PgTable)
  return first<Table['$inferSelect']>(rows.where(where).limit(1))
}

/** The rows of these ids; asks nothing where there are none. */
export async function rowsById<Table extends PgTable & { id: PgColumn }>(
  executor: Executor,
  table: Table,
  ids: readonly string[],
): Promise<Table['$inferSelect'][]> {
  if (ids.length === 0) return []
  const rows = executor.select().from(table as PgTable)
  return await rows.where(inArray(table.id, [...ids]))
}

/** Whether a statement has met a row in this unique index; the database's client wraps what the database says. */
export function isTakenIn(index: string, error: unknown): boolean {
  const { cause, constraint } = error as { cause?: unknown; constraint?: unknown }
  return constraint === index || (cause !== undefined && isTakenIn(index, cause))
}

/** Carries out a statement whose answer nobody needs. */
export async function run(statement: PromiseLike<unknown>): Promise<void> {
  await statement
}

/** Whether a statement that returns rows has met any. */
export async function meetsAny(statement: PromiseLike<unknown[]>): Promise<boolean> {
  return (await statement).length > 0
}

export async function pageOf<Table extends PgTable>(
  executor: Executor,
  table: Table,
  order: (SQL | PgColumn)[],
  { offset, limit }: PageRequest,
): Promise<Page<Table['$inferSelect']>> {
  const rows = await executor
    .select()
    .from(table as PgTable)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
  return { rows, total: await executor.$count(table) }
}
