import type { sendTestEmail as sendTestEmailCall } from '@kerf/contract/admin-settings'
import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import type { AccountRecord, RequestOrigin } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome } from '../shared/outcome.ts'

/** Sends a test email through the same queue and mailer as all other emails. */
export async function sendTestEmail(
  deps: Deps<'database' | 'limits' | 'emailDelivery'>,
  { account, caller, language }: RequestOrigin & { account: AccountRecord },
): Promise<Outcome<AnswerOf<typeof sendTestEmailCall>>> {
  const attemptOutcome = await deps.limits.take(emailAttempts('confirmation_mail', account.email, caller))
  if (!attemptOutcome.ok) return attemptOutcome
  await deps.database.records.mailQueue.enqueue({ kind: 'test', accountId: account.id, language })
  const delivery = await deps.emailDelivery()
  return done({ email: account.email, place: delivery?.place ?? null, toOutbox: delivery?.toOutbox ?? false })
}
