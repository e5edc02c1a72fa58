import { SIGN_IN_COVERS_KEYS_MINUTES } from '@kerf/domain/access/session-limits'
import type { AccountSession, RequestOrigin } from '../../ports/accounts.ts'
import type { QueuedEmail } from '../../ports/emails.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome } from '../shared/outcome.ts'
import { type ConfirmDeps, confirmPerson } from './change-account.ts'

type AddedAccess = Extract<QueuedEmail, { kind: 'access_added' }>['access']

interface AccessRequest extends RequestOrigin {
  session: AccountSession
  password: string | undefined
  access: AddedAccess
}

/**
 * Adds an API key or a webhook, which outlives the session. Requires a fresh sign-in or the password, so that a stolen
 * session is not enough. Notifies the account's mailbox by email if it is verified.
 */
export async function addAccess<Added>(
  deps: ConfirmDeps,
  { session, password, access, caller, language }: AccessRequest,
  add: () => Promise<Outcome<Added>>,
): Promise<Outcome<Added>> {
  const { account } = session
  const confirmation = await confirmFreshSignIn(deps, { session, password })
  if (!confirmation.ok) return confirmation
  if (!account.emailVerified) return add()
  const attemptOutcome = await deps.limits.take(emailAttempts('access_mail', account.email, caller))
  if (!attemptOutcome.ok) return attemptOutcome
  const addition = await add()
  if (addition.ok)
    await deps.database.records.mailQueue.enqueue({ kind: 'access_added', accountId: account.id, access, language })
  return addition
}

async function confirmFreshSignIn(
  deps: ConfirmDeps,
  { session, password }: Pick<AccessRequest, 'session' | 'password'>,
): Promise<Outcome<undefined>> {
  const age = deps.clock.now().getTime() - session.createdAt.getTime()
  if (password === undefined && age < SIGN_IN_COVERS_KEYS_MINUTES * 60_000) return done(undefined)
  return confirmPerson(deps, { session, password })
}
