import { type Executor, queryRows } from '../engine/executor.ts'

export interface TableLayout {
  /** Name with its schema, quoted if necessary. */
  name: string
  /** Columns, except those that the database computes itself. */
  columns: { name: string; type: string }[]
}

/**
 * Tables about the installation itself, which are not transferred: versions, queue statistics, processes and rounds.
 */
const EXCLUDED_TABLES = ['pgboss.version', 'pgboss.queue_stats', 'public.processes', 'public.rounds']
const SCHEMAS = ['public', 'pgboss']

const toSqlList = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

const TABLES_QUERY = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
    (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)::text
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in (${toSqlList(SCHEMAS)})
    and n.nspname || '.' || c.relname not in (${toSqlList(EXCLUDED_TABLES)})
  order by 1`

const REFERENCES_QUERY = `
  select distinct quote_ident(a.nspname) || '.' || quote_ident(t.relname) as of,
    quote_ident(b.nspname) || '.' || quote_ident(r.relname) as to
  from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace a on a.oid = t.relnamespace
    join pg_class r on r.oid = k.confrelid join pg_namespace b on b.oid = r.relnamespace
  where k.contype = 'f' and k.conrelid <> k.confrelid`

export async function tableNames(executor: Executor): Promise<{ name: string }[]> {
  return (await queryRows<{ name: string }>(executor, TABLES_QUERY)).map(({ name }) => ({ name }))
}

/** Returns every table to transfer, each after the tables that it references. */
export async function tableLayouts(executor: Executor): Promise<TableLayout[]> {
  const tables = await queryRows<{ name: string; columns: string }>(executor, TABLES_QUERY)
  const references = await queryRows<{ of: string; to: string }>(executor, REFERENCES_QUERY)
  const unsortedTables = new Map(tables.map(({ name, columns }) => [name, { name, columns: JSON.parse(columns) }]))
  const sortedTables: TableLayout[] = []
  while (unsortedTables.size > 0) {
    const readyNames = [...unsortedTables.keys()].filter(
      (name) => !references.some(({ of, to }) => of === name && to !== name && unsortedTables.has(to)),
    )
    if (readyNames.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...unsortedTables.keys()].join(', ')}`)
    for (const name of readyNames) {
      sortedTables.push(unsortedTables.get(name) as TableLayout)
      unsortedTables.delete(name)
    }
  }
  return sortedTables
}

export interface SequenceState {
  name: string
  /** Last number of the sequence; null if the sequence was not used yet. */
  last: string | null
}

export async function sequenceStates(executor: Executor): Promise<SequenceState[]> {
  return await queryRows<SequenceState>(
    executor,
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
     from pg_sequences where schemaname in (${toSqlList(SCHEMAS)}) order by 1`,
  )
}
