import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The day of a moment in UTC, to group by: text would be written once for each row. */
export const utcDay = (time: SQLWrapper): SQL => sql`(${time} at time zone 'UTC')::date`

/** `2026-11-21` */
export const dayText = (time: SQLWrapper): SQL<string> => sql<string>`${utcDay(time)}::text`
