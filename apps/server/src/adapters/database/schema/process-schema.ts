import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ProcessRole } from '../../../ports/processes.ts'
import { time } from './columns.ts'

export const processes = pgTable('processes', {
  id: text('id').primaryKey(),
  role: text('role').$type<ProcessRole>().notNull(),
  host: text('host').notNull(),
  processId: integer('process_id').notNull(),
  version: text('version').notNull(),
  concurrency: integer('concurrency').notNull(),
  running: integer('running').notNull(),
  movedAt: time('moved_at'),
  emailFailure: text('email_failure'),
  startedAt: time('started_at').notNull(),
  /** Time of the last report of the process, by the database's clock. */
  seenAt: time('seen_at').notNull(),
})

/** Periodic tasks that one process does for all, with the times of their last run by the database's clock. */
export const rounds = pgTable('rounds', {
  name: text('name').primaryKey(),
  begunAt: time('begun_at').notNull(),
  /** Stays true if the process died during the task. */
  isUnderWay: boolean('is_under_way').notNull(),
  endedAt: time('ended_at'),
})

/**
 * Fingerprints of values that must be the same for all processes. A fingerprint does not reveal the value. The row
 * `moved to` has the time and the new place of an installation that has left this database.
 */
export const agreements = pgTable('agreements', {
  name: text('name').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
})
