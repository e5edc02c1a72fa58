import { sql } from 'drizzle-orm'
import { CUT_QUEUE } from '../job-queue/cut-jobs.ts'
import { MAIL_QUEUE } from '../job-queue/mail-queue.ts'
import type { Executor } from './engine/executor.ts'

/** Latest regular start of a waiting job, since neither queue delays an attempt for longer. */
const LATEST_START = sql`now() + interval '61 minutes'`

/**
 * Sets future times to now after a clock was set back. Otherwise jobs would wait and dead workers would count as alive.
 */
export async function resetFutureTimes(executor: Executor): Promise<void> {
  const isKerfQueue = sql`name in (${CUT_QUEUE}, ${MAIL_QUEUE})`
  await executor.execute(sql`update pgboss.job set start_after = now()
    where ${isKerfQueue} and state in ('created', 'retry') and start_after > ${LATEST_START}`)
  // The priority depends on the time of creation (job-queue/cut-priority.ts), so both change together.
  await executor.execute(sql`update pgboss.job
    set created_on = now(), priority = priority + extract(epoch from created_on - now())::int
    where name = ${CUT_QUEUE} and state in ('created', 'retry') and created_on > now() + interval '1 minute'`)
  await executor.execute(sql`update pgboss.job set started_on = least(started_on, now()), heartbeat_on = now()
    where ${isKerfQueue} and state = 'active' and heartbeat_on > now() + interval '1 minute'`)
  await executor.execute(sql`update pgboss.queue
    set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where ${isKerfQueue} and greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute'`)
}
