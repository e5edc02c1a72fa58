import { sql } from 'drizzle-orm'
import { type Executor, queryRows } from '../engine/executor.ts'
import { checksumOf, fixTextFormat, type RecordChunk } from './read-records.ts'
import { schemaState } from './schema-state.ts'
import { type SequenceState, sequenceStates, type TableLayout, tableLayouts, tableNames } from './table-layout.ts'
import { TransferError } from './transfer-error.ts'

/** Table of queue settings, without jobs. Every opened database has its rows. */
const QUEUE_TABLE = 'pgboss.queue'

export interface LoadTotals {
  tables: number
  rows: number
}

/**
 * Loads all rows into an empty, migrated database in one transaction, and compares each table's checksum before it
 * commits. Only inserts, so that the triggers of ledger and audit log stay on. Throws TransferError: `not_empty`,
 * `damaged`, `other_version`, `differs`.
 */
export async function loadRecords(executor: Executor, chunks: AsyncIterable<RecordChunk>): Promise<LoadTotals> {
  return await executor.transaction(async (transaction) => {
    await fixTextFormat(transaction)
    const layouts = new Map((await tableLayouts(transaction)).map((table) => [table.name, table]))
    await refuseRows(transaction, layouts.values())
    await transaction.execute(sql.raw(`delete from ${QUEUE_TABLE}`))
    return await loadChunks(transaction, layouts, chunks)
  })
}

/** Throws TransferError `not_empty` if any table has rows, or is not Kerf's. Changes nothing. */
export async function refuseUnlessEmpty(executor: Executor): Promise<void> {
  const tables = await tableNames(executor)
  await refuseRows(executor, tables)
  const { migrations } = await schemaState(executor)
  const [foreignTable] = migrations === null ? tables.filter(({ name }) => name.startsWith('public.')) : []
  if (foreignTable)
    throw new TransferError(
      'not_empty',
      `There is something in the target already: table ${foreignTable.name}, which is not Kerf's. Name an empty database; nothing was changed.`,
    )
}

async function refuseRows(executor: Executor, tables: Iterable<{ name: string }>): Promise<void> {
  for (const { name } of tables) {
    if (name === QUEUE_TABLE) continue
    const [answer] = await queryRows<{ some: boolean }>(executor, `select exists (select from ${name}) as some`)
    if (answer?.some)
      throw new TransferError(
        'not_empty',
        `There is something in the target already: table ${name} has rows. Name an empty database; nothing was changed.`,
      )
  }
}

async function loadChunks(
  transaction: Executor,
  layouts: Map<string, TableLayout>,
  chunks: AsyncIterable<RecordChunk>,
): Promise<LoadTotals> {
  const missingTables = new Set(layouts.keys())
  const totals: LoadTotals = { tables: 0, rows: 0 }
  let currentTable: TableLayout | null = null
  let hasSequences = false
  for await (const chunk of chunks) {
    if (chunk.kind === 'table') currentTable = layoutFor(chunk, layouts)
    else if (chunk.kind === 'rows') await insertRows(transaction, currentTable, chunk.rows)
    else if (chunk.kind === 'end') {
      await compareChecksum(transaction, currentTable, chunk)
      missingTables.delete(chunk.name)
      totals.tables += 1
      totals.rows += chunk.rows
    } else {
      hasSequences = true
      await setSequences(transaction, chunk.sequences)
    }
  }
  if (missingTables.size > 0 || !hasSequences)
    throw new TransferError(
      'damaged',
      `It ends too early: ${[...missingTables].join(', ') || 'sequences'} did not come.`,
    )
  return totals
}

function layoutFor(chunk: { name: string; columns: string[] }, layouts: Map<string, TableLayout>): TableLayout {
  const layout = layouts.get(chunk.name)
  const expectedColumns = layout?.columns.map(({ name }) => name)
  if (!layout || JSON.stringify(expectedColumns) !== JSON.stringify(chunk.columns))
    throw new TransferError(
      'other_version',
      `Table ${chunk.name} is another here: it was written by another version of Kerf.`,
    )
  return layout
}

async function insertRows(
  transaction: Executor,
  table: TableLayout | null,
  rows: readonly (string | null)[][],
): Promise<void> {
  if (!table) throw new TransferError('damaged', 'There are rows of no table.')
  const names = table.columns.map(({ name }) => name).join(', ')
  const values = table.columns.map(({ type }, columnIndex) => `(r->>${columnIndex})::${type}`).join(', ')
  await transaction.execute(
    sql`${sql.raw(`insert into ${table.name} (${names}) overriding system value select ${values} from json_array_elements(`)}${JSON.stringify(rows)}::json) r`,
  )
}

async function compareChecksum(
  transaction: Executor,
  table: TableLayout | null,
  expectedTable: { name: string; rows: number; checksum: string },
): Promise<void> {
  if (!table || table.name !== expectedTable.name)
    throw new TransferError('damaged', `The end of ${expectedTable.name} came without its beginning.`)
  const { rows, hex } = await checksumOf(transaction, table)
  if (rows !== expectedTable.rows || hex !== expectedTable.checksum)
    throw new TransferError(
      'differs',
      `Table ${table.name} arrived incomplete: ${rows} of ${expectedTable.rows} rows. Nothing was changed.`,
    )
}

async function setSequences(transaction: Executor, sequences: readonly SequenceState[]): Promise<void> {
  const knownNames = new Set((await sequenceStates(transaction)).map(({ name }) => name))
  for (const { name, last } of sequences) {
    if (!knownNames.has(name)) throw new TransferError('other_version', `There is no sequence ${name} here.`)
    if (last !== null) await transaction.execute(sql`select setval(${name}::regclass, ${last}::bigint)`)
  }
}
