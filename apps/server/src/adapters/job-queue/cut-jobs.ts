import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import { inArray, sql } from 'drizzle-orm'
import { integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { CarriedContext } from '../../ports/request-context.ts'

export const CUT_QUEUE = 'cut-clip'

export interface CutJobData {
  clipId: string
  queueClass: QueueClass
  /** Digest of the owner's name. domain/jobs/queue-order.ts divides the queue among owners. */
  owner: string
  /** Number of server crashes while the job was running; absent for none. */
  serverDeaths?: number
  /** Context of the request that enqueued the job; absent if the server enqueued it by itself. */
  requestContext?: CarriedContext
}

/** Columns of pg-boss's table that Kerf reads or sets. pg-boss creates and migrates the table. */
export const jobs = pgSchema('pgboss').table('job', {
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  state: text('state').$type<'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'>().notNull(),
  data: jsonb('data').$type<unknown>(),
  /** pg-boss takes the highest first. For a cut it is the negated due time (cut-priority.ts). */
  priority: integer('priority').notNull(),
  retryCount: integer('retry_count').notNull(),
  retryLimit: integer('retry_limit').notNull(),
  createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  startedOn: timestamp('started_on', { withTimezone: true }),
  startAfter: timestamp('start_after', { withTimezone: true }).notNull(),
  output: jsonb('output').$type<unknown>(),
  completedOn: timestamp('completed_on', { withTimezone: true }),
  heartbeatOn: timestamp('heartbeat_on', { withTimezone: true }),
})

export const isWaiting = inArray(jobs.state, ['created', 'retry'])

/** Selects waiting cuts by the expression of pg-boss's index of waiting jobs, so that the database uses that index. */
export const isWaitingCut = sql`${jobs.name} = ${sql.raw(`'${CUT_QUEUE}'`)} and ${jobs.state} < 'active' and not blocked`
