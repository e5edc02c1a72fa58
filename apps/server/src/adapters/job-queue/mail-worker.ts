import { and, eq, sql } from 'drizzle-orm'
import type { Job, PgBoss } from 'pg-boss'
import type { MailOrder, MailWorker } from '../../ports/emails.ts'
import { withJobContext } from '../../ports/request-context.ts'
import type { Executor } from '../database/engine/executor.ts'
import { isWaiting, jobs } from './cut-jobs.ts'
import { LAST, MAIL_QUEUE, type MailJobData } from './mail-queue.ts'
import { putBack } from './put-back.ts'
import { endsWithin, takeJobs } from './take-jobs.ts'

const POLL_SECONDS = 5
/** At a time: a mail server that answers slowly holds up one other email, not all of them. */
const EMAILS_AT_A_TIME = 2
/** One that takes longer when the server stops is sent again after the next start. */
const DRAIN_MILLISECONDS = 10_000

/** What the queue writes down about a failure: without what was said, which may name people. */
class EmailNotSentError extends Error {
  override name = 'EmailNotSentError'
  override stack = ''
}

type MailJob = Job<MailJobData>

/** The working side of the email queue. An email may be sent twice if the process is killed right after sending. */
export function createMailWorker(executor: Executor, boss: PgBoss): MailWorker {
  const running = new Map<string, MailJob>()
  let stopping = false

  async function run(job: MailJob, handle: (order: MailOrder) => Promise<void>): Promise<void> {
    // Taken while stop() was called.
    if (stopping) return await putBack(executor, job)
    running.set(job.id, job)
    try {
      const { requestContext, ...order } = job.data
      await withJobContext({ ...requestContext, jobId: job.id }, () => handle(order as MailOrder))
      await forget(job)
    } catch (error) {
      throw new EmailNotSentError(`The email was not sent: ${(error as Error).name}`)
    } finally {
      running.delete(job.id)
    }
  }

  /** pg-boss would keep a finished job for a while, and an order names people. */
  async function forget({ name, id, retryCount }: MailJob): Promise<void> {
    await executor.delete(jobs).where(and(eq(jobs.name, name), eq(jobs.id, id), eq(jobs.retryCount, retryCount)))
  }

  return {
    async start(handle) {
      stopping = false
      await takeJobs<MailJobData>(
        boss,
        MAIL_QUEUE,
        { concurrency: EMAILS_AT_A_TIME, pollSeconds: POLL_SECONDS },
        (job) => run(job, handle),
      )
    },

    async emails() {
      // Emails that were put back when the server stopped are not counted as tried.
      const wasTried = sql`${jobs.state} = 'retry' and ${jobs.startAfter} > now()`
      const [row] = await executor
        .select({
          waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number),
          tried: sql`count(*) filter (where ${wasTried})`.mapWith(Number),
          oldestAt:
            sql<Date | null>`min(${jobs.createdOn}) filter (where ${isWaiting} and ${jobs.priority} > ${LAST})`.mapWith(
              jobs.createdOn,
            ),
          givenUp: sql`count(*) filter (where ${jobs.state} = 'failed')`.mapWith(Number),
        })
        .from(jobs)
        .where(eq(jobs.name, MAIL_QUEUE))
      return row ?? { waiting: 0, tried: 0, oldestAt: null, givenUp: 0 }
    },

    async stop() {
      stopping = true
      await endsWithin(boss.offWork(MAIL_QUEUE, { wait: true }), DRAIN_MILLISECONDS)
      for (const job of running.values()) await putBack(executor, job)
    },
  }
}
