import { sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, type PgBoss, type QueueOptions } from 'pg-boss'
import type { AccountRecords, MailOrder } from '../../account-ports.ts'
import type { Executor } from '../database/executor.ts'

export const MAIL_QUEUE = 'send-mail'

/** A mail server that is down for an hour or two loses nobody's letter; after half a day a letter is no longer wanted. */
export const MAIL_QUEUE_OPTIONS: QueueOptions & { notify: boolean } = {
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 2 * 60,
  heartbeatSeconds: 15,
  // Orders name people; the queue forgets them soon.
  deleteAfterSeconds: 60 * 60,
  notify: true,
}

/** The asking side of the letters' queue; with a transaction as executor, everything happens within it or not at all. */
export function createMailQueueRecords(executor: Executor, boss: PgBoss): AccountRecords['mailQueue'] {
  const db = fromDrizzle(executor as unknown as DrizzleTransactionLike, sql)
  return {
    async enqueue(order: MailOrder) {
      const jobId = await boss.send(MAIL_QUEUE, order, { db })
      if (jobId === null) throw new Error(`The queue took no letter of the kind ${order.kind}.`)
    },

    async forget({ id, email, emailVerified }) {
      // A mailbox that was never confirmed may be somebody else's, who is owed their letters; but a reset is about the account.
      const about = emailVerified ? sql`data->>'kind' <> 'account_deleted'` : sql`data->>'kind' = 'reset_password'`
      await executor.execute(sql`delete from pgboss.job where name = ${MAIL_QUEUE} and state <> 'active' and
        (data->>'accountId' = ${id} or (lower(data->>'email') = ${email.toLowerCase()} and ${about}))`)
    },
  }
}
