import { setImmediate as othersTurn } from 'node:timers/promises'
import { type ParserOptions, type PGlite, type QueryOptions, types } from '@electric-sql/pglite'
import type { LastingPglite } from './lasting-pglite.ts'

const NUMERIC_ARRAY = 1231
const TIMESTAMP_ARRAY = 1115
const TIMESTAMPTZ_ARRAY = 1185
const INTERVAL_ARRAY = 1187
const DATE_ARRAY = 1182
const { TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE, parsers } = types

/** Drizzle reads these itself, and has PGlite leave them as they come. */
const READ_BY_DRIZZLE = [
  ...[TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE],
  ...[NUMERIC_ARRAY, TIMESTAMP_ARRAY, TIMESTAMPTZ_ARRAY, INTERVAL_ARRAY, DATE_ARRAY],
]

/** pg-boss expects PGlite's own dates. */
const READ_FOR_QUEUE: ParserOptions = { [TIMESTAMP]: date, [TIMESTAMPTZ]: date, [DATE]: date }

function date(value: string): unknown {
  return parsers[TIMESTAMPTZ]?.(value)
}

export interface SparingPglite {
  forDrizzle: PGlite
  forQueue: PGlite
}

/**
 * Drizzle tells PGlite with every query how some types are to be read. For that PGlite puts its table of all types together
 * again, arrays of the rows of every table among them: as much work as the query itself often is. Told once, it need not;
 * and pg-boss, which asks seldom, is the one who has to say what it wants.
 *
 * A statement takes milliseconds, in the thread that answers everybody. After each one it is the others' turn: PGlite itself goes
 * on from one to the next without a pause, and a request is a dozen of them.
 */
export function sparingPglite(lasting: LastingPglite): SparingPglite {
  const forDrizzle: Pick<PGlite, 'query' | 'transaction'> = {
    query: (text, values, options) =>
      thenOthers(lasting.use((pglite) => pglite.query(text, values, withoutParsers(options)))),
    transaction: (work) =>
      lasting.use((pglite) =>
        pglite.transaction((transaction) =>
          work({
            ...transaction,
            query: (text, values, options) => thenOthers(transaction.query(text, values, withoutParsers(options))),
          }),
        ),
      ),
  }
  const forQueue: Pick<PGlite, 'query' | 'exec' | 'listen'> = {
    query: (text, values) =>
      thenOthers(lasting.use((pglite) => pglite.query(text, values, { parsers: READ_FOR_QUEUE }))),
    exec: (text) => lasting.use((pglite) => pglite.exec(text, { parsers: READ_FOR_QUEUE })),
    listen: (channel, listener) => lasting.listen(channel, listener),
  }
  return { forDrizzle: forDrizzle as PGlite, forQueue: forQueue as PGlite }
}

async function thenOthers<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } finally {
    await othersTurn()
  }
}

/** Done once to each that is opened. */
export function leaveTypesToDrizzle(pglite: PGlite): void {
  for (const type of READ_BY_DRIZZLE) pglite.parsers[type] = (value) => value
}

function withoutParsers(options: QueryOptions | undefined): QueryOptions {
  const { parsers: _, ...others } = options ?? {}
  return others
}
