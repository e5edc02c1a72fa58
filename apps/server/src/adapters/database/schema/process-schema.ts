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
  /** By the database's clock. */
  seenAt: time('seen_at').notNull(),
})

/** What is done once in a while by one process for all: when it was done last. By the database's clock. */
export const rounds = pgTable('rounds', {
  name: text('name').primaryKey(),
  begunAt: time('begun_at').notNull(),
  /** So left behind by a process that died of it. */
  isUnderWay: boolean('is_under_way').notNull(),
  endedAt: time('ended_at'),
})

/** What must be the same for all processes, as a fingerprint that reveals nothing. */
export const agreements = pgTable('agreements', {
  name: text('name').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
})
