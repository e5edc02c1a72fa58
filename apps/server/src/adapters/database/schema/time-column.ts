import { timestamp } from 'drizzle-orm/pg-core'

/** An instant, whatever the zone of those who read it. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
