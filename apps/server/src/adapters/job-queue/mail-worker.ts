import { and, eq, sql } from 'drizzle-orm'
import type { Job, PgBoss } from 'pg-boss'
import type { MailWorker, QueuedEmail, WaitingEmails } from '../../ports/emails.ts'
import { withJobContext } from '../../ports/request-context.ts'
import type { Executor } from '../database/engine/executor.ts'
import { isWaiting, jobs } from './cut-jobs.ts'
import { LOW_PRIORITY, MAIL_QUEUE, type MailJobData } from './mail-queue.ts'
import { putBack } from './put-back.ts'
import { takeJobs, waitAtMost } from './take-jobs.ts'

const POLL_SECONDS = 5
/** Number of emails that are sent at the same time, so that one slow delivery does not hold up all others. */
const MAX_CONCURRENT_EMAILS = 2
/** Time that a stopping server waits for deliveries. Emails that take longer are sent again after the next start. */
const DRAIN_TIMEOUT_MILLISECONDS = 10_000

/** Failure as the queue stores it: without the original message, which may name people. */
class EmailNotSentError extends Error {
  override name = 'EmailNotSentError'
  override stack = ''
}

type MailJob = Job<MailJobData>

/** Sends emails from the queue. An email may be sent twice if the process is killed right after sending. */
export function createMailWorker(executor: Executor, boss: PgBoss): MailWorker {
  const runningJobs = new Map<string, MailJob>()
  let isStopping = false

  async function run(job: MailJob, handle: (queuedEmail: QueuedEmail) => Promise<void>): Promise<void> {
    // The job was taken while stop() was called.
    if (isStopping) return await putBack(executor, job)
    runningJobs.set(job.id, job)
    try {
      const { requestContext, ...queuedEmail } = job.data
      await withJobContext({ ...requestContext, jobId: job.id }, () => handle(queuedEmail as QueuedEmail))
      await forget(job)
    } catch (error) {
      throw new EmailNotSentError(`The email was not sent: ${(error as Error).name}`)
    } finally {
      runningJobs.delete(job.id)
    }
  }

  /** Deletes a finished job. pg-boss would keep it for a while, and its email names people. */
  async function forget({ name, id, retryCount }: MailJob): Promise<void> {
    await executor.delete(jobs).where(and(eq(jobs.name, name), eq(jobs.id, id), eq(jobs.retryCount, retryCount)))
  }

  return {
    async start(handle) {
      isStopping = false
      await takeJobs<MailJobData>(
        boss,
        MAIL_QUEUE,
        { concurrency: MAX_CONCURRENT_EMAILS, pollSeconds: POLL_SECONDS },
        (job) => run(job, handle),
      )
    },

    emails: () => countEmails(executor),

    async stop() {
      isStopping = true
      await waitAtMost(boss.offWork(MAIL_QUEUE, { wait: true }), DRAIN_TIMEOUT_MILLISECONDS)
      for (const job of runningJobs.values()) await putBack(executor, job)
    },
  }
}

/** Counts emails that wait or were given up. */
export async function countEmails(executor: Executor): Promise<WaitingEmails> {
  // Emails that were put back when the server stopped are not counted as tried.
  const wasTried = sql`${jobs.state} = 'retry' and ${jobs.startAfter} > now()`
  const [row] = await executor
    .select({
      waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number),
      tried: sql`count(*) filter (where ${wasTried})`.mapWith(Number),
      oldestAt:
        sql<Date | null>`min(${jobs.createdOn}) filter (where ${isWaiting} and ${jobs.priority} > ${LOW_PRIORITY})`.mapWith(
          jobs.createdOn,
        ),
      givenUp: sql`count(*) filter (where ${jobs.state} = 'failed')`.mapWith(Number),
    })
    .from(jobs)
    .where(eq(jobs.name, MAIL_QUEUE))
  return row ?? { waiting: 0, tried: 0, oldestAt: null, givenUp: 0 }
}
