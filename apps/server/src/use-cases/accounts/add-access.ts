import { FRESH_SIGN_IN_MINUTES } from '@kerf/domain/access/session-limits'
import type { FoundSession, From } from '../../ports/accounts.ts'
import type { MailOrder } from '../../ports/emails.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome } from '../shared/outcome.ts'
import { type ConfirmDeps, confirmPerson } from './change-account.ts'

type AddedAccess = Extract<MailOrder, { kind: 'access_added' }>['access']

interface AccessRequest extends From {
  session: FoundSession
  password: string | undefined
  access: AddedAccess
}

/**
 * Adds an API key or a webhook, which outlives the session: after a fresh sign-in or with the password, so that a stolen
 * session is not enough. The owner of a verified mailbox gets an email about it.
 */
export async function addAccess<Added>(
  deps: ConfirmDeps,
  { session, password, access, caller, language }: AccessRequest,
  add: () => Promise<Outcome<Added>>,
): Promise<Outcome<Added>> {
  const { account } = session
  const confirmed = await confirmFreshSignIn(deps, { session, password })
  if (!confirmed.ok) return confirmed
  if (!account.emailVerified) return add()
  const taken = await deps.limits.take(emailAttempts('access_mail', account.email, caller))
  if (!taken.ok) return taken
  const added = await add()
  if (added.ok)
    await deps.database.records.mailQueue.enqueue({ kind: 'access_added', accountId: account.id, access, language })
  return added
}

async function confirmFreshSignIn(
  deps: ConfirmDeps,
  { session, password }: Pick<AccessRequest, 'session' | 'password'>,
): Promise<Outcome<undefined>> {
  const age = deps.clock.now().getTime() - session.createdAt.getTime()
  if (password === undefined && age < FRESH_SIGN_IN_MINUTES * 60_000) return done(undefined)
  return confirmPerson(deps, { session, password })
}
