import { sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, type PgBoss, type QueueOptions } from 'pg-boss'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { QueuedEmail } from '../../ports/emails.ts'
import { type CarriedContext, carriedContext } from '../../ports/request-context.ts'
import type { Executor } from '../database/engine/executor.ts'

export const MAIL_QUEUE = 'send-mail'

export type MailJobData = QueuedEmail & { requestContext?: CarriedContext }

export type MailQueueOptions = QueueOptions & { notify: boolean }

/** Options of the queue. An email is retried for 11.4 to 12.4 hours, after waits of 5 to 10 s that double up to an hour. */
export const MAIL_QUEUE_OPTIONS: MailQueueOptions = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 2 * 60,
  heartbeatSeconds: 15,
  // Orders name people. The worker deletes sent emails at once; this limit is for emails that were given up.
  deleteAfterSeconds: 60 * 60,
  notify: true,
}

/** Priority of emails that may wait. Other emails have 0, and pg-boss takes the highest first. */
export const LOW_PRIORITY = -1

/** Enqueues and forgets emails. With a transaction as executor, all changes are part of that transaction. */
export function createMailQueueRecords(executor: Executor, boss: PgBoss) {
  const db = fromDrizzle(executor as unknown as DrizzleTransactionLike, sql)
  const dataOf = (email: QueuedEmail): MailJobData => {
    const requestContext = carriedContext()
    return { ...email, ...(requestContext && { requestContext }) }
  }
  return {
    async enqueue(email: QueuedEmail) {
      const jobId = await boss.send(MAIL_QUEUE, dataOf(email), { db })
      if (jobId === null) throw new Error(`The queue took no email of the kind ${email.kind}.`)
    },

    /** Enqueues many orders with a lower priority than all other emails. */
    async enqueueLast(emails: QueuedEmail[]) {
      const jobs = emails.map((email) => ({ data: dataOf(email), priority: LOW_PRIORITY }))
      await boss.insert(MAIL_QUEUE, jobs, { db })
    },

    /** Deletes emails to this account, and to its mailbox if verified. An email that is being sent remains. */
    async forget({ id, email, emailVerified }: Pick<AccountRecord, 'id' | 'email' | 'emailVerified'>) {
      // An unverified mailbox may be another person's, whose emails must arrive. Resets always concern the account.
      const isAboutAccount = emailVerified
        ? sql`data->>'kind' <> 'account_deleted'`
        : sql`data->>'kind' = 'reset_password'`
      await executor.execute(sql`delete from pgboss.job where name = ${MAIL_QUEUE} and state <> 'active' and
        (data->>'accountId' = ${id} or (lower(data->>'email') = ${email.toLowerCase()} and ${isAboutAccount}))`)
    },
  }
}
