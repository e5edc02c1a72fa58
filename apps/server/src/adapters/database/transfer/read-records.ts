import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Executor, queryRows } from '../engine/executor.ts'
import { type SequenceState, sequenceStates, type TableLayout, tableLayouts } from './table-layout.ts'

/** Part of the stream of a database's rows. Tables come in an order in which they can be loaded. */
export type RecordChunk =
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'rows'; rows: TextRow[] }
  | { kind: 'end'; name: string; rows: number; checksum: string }
  | { kind: 'sequences'; sequences: SequenceState[] }

/** Number of rows per fetch. A row with the details of a long video may have a few hundred kB. */
const ROWS_PER_FETCH = 100

/** Session settings that the text format of values depends on. */
const SESSION_SETTINGS = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, MDY'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
  // A bulk load takes longer than the operator's timeout for statements.
  'set local statement_timeout = 0',
]

export async function fixTextFormat(transaction: Executor): Promise<void> {
  for (const statement of SESSION_SETTINGS) await transaction.execute(sql.raw(statement))
}

/** Calls `work` with a snapshot of all rows, read lazily a hundred at a time. */
export async function withRecords<T>(
  executor: Executor,
  work: (chunks: AsyncIterable<RecordChunk>) => Promise<T>,
): Promise<T> {
  return await executor.transaction(
    async (transaction) => {
      await fixTextFormat(transaction)
      return await work(chunksOf(transaction))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function* chunksOf(transaction: Executor): AsyncGenerator<RecordChunk> {
  for (const table of await tableLayouts(transaction)) {
    yield { kind: 'table', name: table.name, columns: table.columns.map(({ name }) => name) }
    const checksum = new RowChecksum()
    for await (const rows of rowsOfTable(transaction, table)) {
      for (const row of rows) checksum.add(row)
      yield { kind: 'rows', rows }
    }
    yield { kind: 'end', name: table.name, rows: checksum.rows, checksum: checksum.hex }
  }
  yield { kind: 'sequences', sequences: await sequenceStates(transaction) }
}

export async function checksumOf(transaction: Executor, table: TableLayout): Promise<RowChecksum> {
  const checksum = new RowChecksum()
  for await (const rows of rowsOfTable(transaction, table)) for (const row of rows) checksum.add(row)
  return checksum
}

async function* rowsOfTable(transaction: Executor, { name, columns }: TableLayout): AsyncGenerator<TextRow[]> {
  const values = columns.map((column) => `${column.name}::text`).join(', ')
  await transaction.execute(
    sql.raw(`declare kerf_rows no scroll cursor for select json_build_array(${values})::text as row from ${name}`),
  )
  for (;;) {
    const rows = await queryRows<{ row: string }>(transaction, `fetch ${ROWS_PER_FETCH} from kerf_rows`)
    if (rows.length > 0) yield rows.map(({ row }) => JSON.parse(row) as TextRow)
    if (rows.length < ROWS_PER_FETCH) break
  }
  await transaction.execute(sql.raw('close kerf_rows'))
}

/** A row, column by column, in PostgreSQL's text form. PostgreSQL reads each text back as the same value. */
export type TextRow = (string | null)[]

const CHECKSUM_MODULUS = 1n << 256n

/** Sum of the rows' hashes in any order, since databases sort texts differently. It detects accidents, not attacks. */
export class RowChecksum {
  #sum = 0n
  rows = 0

  add(row: TextRow): void {
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % CHECKSUM_MODULUS
    this.rows += 1
  }

  get hex(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}
