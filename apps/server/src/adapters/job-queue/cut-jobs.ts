import { inArray, sql } from 'drizzle-orm'
import { integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { CarriedTrail } from '../../ports/trail.ts'

export const CUT_QUEUE = 'cut-clip'

export interface CutJobData {
  clipId: string
  /** At how many deaths of the server it was running; left out: at none. */
  serverDeaths?: number
  /** Whose it is, as a digest, and in which of their class's laps it stands (domain/queue-laps.ts); earlier versions said neither. */
  asker?: string
  lap?: number
  /** On whose account it was asked for; left out where the server asked by itself. */
  trail?: CarriedTrail
}

/** The columns of pg-boss's own table that are read or set here; pg-boss makes and migrates it. */
export const jobs = pgSchema('pgboss').table('job', {
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  state: text('state').$type<'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'>().notNull(),
  data: jsonb('data').$type<unknown>(),
  /** The turn, negative: pg-boss takes the highest first. Behind the head it is made of the lap: queue-head.ts. */
  priority: integer('priority').notNull(),
  retryCount: integer('retry_count').notNull(),
  retryLimit: integer('retry_limit').notNull(),
  createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  startedOn: timestamp('started_on', { withTimezone: true }),
  startAfter: timestamp('start_after', { withTimezone: true }).notNull(),
  /** What its last handler threw, as pg-boss keeps errors. */
  output: jsonb('output').$type<unknown>(),
  completedOn: timestamp('completed_on', { withTimezone: true }),
  heartbeatOn: timestamp('heartbeat_on', { withTimezone: true }),
})

/** Nobody has taken it yet, or it was put back, or will be tried again. */
export const isWaiting = inArray(jobs.state, ['created', 'retry'])

export const lapOfJob = sql<number | null>`(${jobs.data}->>'lap')::int`
export const askerOfJob = sql<string | null>`${jobs.data}->>'asker'`
