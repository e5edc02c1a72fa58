import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The day of a moment, as `2026-11-21`, in UTC. */
export function utcDay(moment: SQLWrapper): SQL<string> {
  return sql<string>`(${moment} at time zone 'UTC')::date::text`
}
