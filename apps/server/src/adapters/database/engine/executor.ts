import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What runs queries: the database itself, or one transaction of it; embedded or real. */
export type Executor = PgDatabase<PgQueryResultHKT, Record<string, never>>
