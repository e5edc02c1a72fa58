import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

/** What a statement answers, as its driver gives it: embedded or real, an object each row. */
export async function rowsOf<Row>(executor: Executor, statement: SQL | string): Promise<Row[]> {
  const result = await executor.execute(typeof statement === 'string' ? sql.raw(statement) : statement)
  return (result as unknown as { rows: Row[] }).rows
}
