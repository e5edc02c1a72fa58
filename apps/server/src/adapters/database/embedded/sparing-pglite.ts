import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ParserOptions, type PGlite, type QueryOptions, types } from '@electric-sql/pglite'
import type { ReopeningPglite } from './reopening-pglite.ts'

const NUMERIC_ARRAY = 1231
const TIMESTAMP_ARRAY = 1115
const TIMESTAMPTZ_ARRAY = 1185
const INTERVAL_ARRAY = 1187
const DATE_ARRAY = 1182
const { TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE, parsers } = types

/** Types that Drizzle parses itself, so that PGlite must return their text. */
const DRIZZLE_TYPES = [
  TIMESTAMP,
  TIMESTAMPTZ,
  INTERVAL,
  DATE,
  NUMERIC_ARRAY,
  TIMESTAMP_ARRAY,
  TIMESTAMPTZ_ARRAY,
  INTERVAL_ARRAY,
  DATE_ARRAY,
]

/** Parsers for pg-boss, which expects PGlite's own dates. */
const QUEUE_PARSERS: ParserOptions = { [TIMESTAMP]: parseDate, [TIMESTAMPTZ]: parseDate, [DATE]: parseDate }

function parseDate(value: string): unknown {
  return parsers[TIMESTAMPTZ]?.(value)
}

/**
 * Drizzle passes type parsers with every query, and PGlite then rebuilds its whole type table, which costs as much as
 * the query. The parsers are therefore set once, and only pg-boss passes its own. After each statement, other callbacks
 * may run, because a request makes a dozen statements of a few milliseconds each.
 */
export function sparingPglite(database: ReopeningPglite) {
  const forDrizzle: Pick<PGlite, 'query' | 'transaction'> = {
    query: (text, values, options) =>
      yieldAfter(database.use((pglite) => pglite.query(text, values, withoutParsers(options)))),
    transaction: (work) =>
      database.use((pglite) =>
        pglite.transaction((transaction) =>
          work({
            ...transaction,
            query: (text, values, options) => yieldAfter(transaction.query(text, values, withoutParsers(options))),
          }),
        ),
      ),
  }
  const forQueue: Pick<PGlite, 'query' | 'exec' | 'listen'> = {
    query: (text, values) =>
      yieldAfter(database.use((pglite) => pglite.query(text, values, { parsers: QUEUE_PARSERS }))),
    exec: (text) => database.use((pglite) => pglite.exec(text, { parsers: QUEUE_PARSERS })),
    listen: (channel, listener) => database.listen(channel, listener),
  }
  return { forDrizzle: forDrizzle as PGlite, forQueue: forQueue as PGlite }
}

async function yieldAfter<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } finally {
    await nextTurn()
  }
}

export function leaveTypesToDrizzle(pglite: PGlite): void {
  for (const type of DRIZZLE_TYPES) pglite.parsers[type] = (value) => value
}

function withoutParsers(options: QueryOptions | undefined): QueryOptions {
  const { parsers: _, ...otherOptions } = options ?? {}
  return otherOptions
}
