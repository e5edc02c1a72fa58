import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import { inArray, sql } from 'drizzle-orm'
import { integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { CarriedContext } from '../../ports/request-context.ts'

export const CUT_QUEUE = 'cut-clip'

export interface CutJobData {
  clipId: string
  queueClass: QueueClass
  /** Who asked for it, as a digest: domain/jobs/queue-order.ts shares the queue out by owner. */
  owner: string
  /** At how many deaths of the server it was running; left out: at none. */
  serverDeaths?: number
  /** The request that asked for it; left out where the server asked by itself. */
  requestContext?: CarriedContext
}

/** The columns of pg-boss's own table that are read or set here; pg-boss makes and migrates it. */
export const jobs = pgSchema('pgboss').table('job', {
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  state: text('state').$type<'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'>().notNull(),
  data: jsonb('data').$type<unknown>(),
  /** pg-boss takes the highest first. Of a cut it is the due time, negative: cut-priority.ts. */
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

/** The same of cuts, as pg-boss's index over what waits says it, so that it is used. */
export const isWaitingCut = sql`${jobs.name} = ${sql.raw(`'${CUT_QUEUE}'`)} and ${jobs.state} < 'active' and not blocked`
