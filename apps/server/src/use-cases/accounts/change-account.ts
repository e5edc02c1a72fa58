import type { User } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import type * as contract from '@kerf/contract/user'
import { SIGN_IN_REPLACES_PASSWORD_MINUTES } from '@kerf/domain/access/session-limits'
import type { AccountRecord, AccountSession, RequestOrigin, SessionToken } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { describeSubscription } from '../payments/grant-plan.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Nothing, type Outcome, refused } from '../shared/outcome.ts'
import { endPrograms } from './take-over.ts'

export async function renameAccount(
  deps: Deps<'database'>,
  { account, name }: { account: AccountRecord; name: string },
): Promise<Outcome<AccountRecord>> {
  const { records } = deps.database
  const renamedAccount = await records.accounts.update(account.id, { name })
  return renamedAccount ? done(renamedAccount) : refused('not_signed_in')
}

/**
 * Changes the password and ends other sessions. The session continues under the returned token. Emails a verified
 * mailbox if the new password differs.
 */
export async function changePassword(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  {
    session,
    change,
    caller,
    language,
  }: RequestOrigin & { session: AccountSession; change: BodyOf<typeof contract.changePassword> },
): Promise<Outcome<SessionToken>> {
  const { account } = session
  const confirmation = await confirmPassword(deps, { accountId: account.id, password: change.currentPassword })
  if (!confirmation.ok) return confirmation
  const sendsEmail = account.emailVerified && change.newPassword !== change.currentPassword
  if (sendsEmail) {
    const attemptOutcome = await deps.limits.take(emailAttempts('password_mail', account.email, caller))
    if (!attemptOutcome.ok) return attemptOutcome
  }
  const hash = await deps.accounts.hashPassword(change.newPassword)
  const { sessionToken, storedToken } = deps.accounts.createSessionToken()
  return deps.database.transaction(async (records) => {
    if (!(await records.sessions.lockAccount(session))) return refused('not_signed_in')
    await records.accounts.renew(account.id)
    await records.accounts.setPasswordHash(account.id, hash)
    await records.sessions.endAll(account.id, session.id)
    await records.sessions.setToken(session.id, storedToken)
    if (change.revokeKeys ?? true) await endPrograms(records, account)
    if (sendsEmail) await records.mailQueue.enqueue({ kind: 'password_changed', accountId: account.id, language })
    return done(sessionToken)
  })
}

/** Requests a new email for the account. The change takes effect when the new mailbox confirms. */
export async function changeEmail(
  deps: ConfirmDeps,
  {
    session,
    change,
    caller,
    language,
  }: RequestOrigin & { session: AccountSession; change: BodyOf<typeof contract.changeEmail> },
): Promise<Outcome<Nothing>> {
  const { account } = session
  const confirmation = await confirmPerson(deps, { session, password: change.password })
  if (!confirmation.ok) return confirmation
  const email = change.email.toLowerCase()
  if (email === account.email) return done({})
  const attemptOutcome = await deps.limits.take(emailAttempts('confirmation_mail', email, caller))
  if (!attemptOutcome.ok) return attemptOutcome
  // The mail worker checks whether another account has this email, so that the answer here does not reveal it.
  const { id: accountId, generation } = account
  return deps.database.transaction(async (records) => {
    if (!(await records.sessions.lockAccount(session))) return refused('not_signed_in')
    if (change.revokeKeys ?? true) await endPrograms(records, account)
    await records.mailQueue.enqueue({ kind: 'change_email', accountId, email, generation, language })
    return done({})
  })
}

export type ConfirmDeps = Deps<'database' | 'accounts' | 'limits' | 'clock' | 'signInMethods'>

/** Whether this account confirms changes with a password. Other accounts need a recent sign-in. */
export async function hasPassword(
  { database, signInMethods }: Deps<'database' | 'signInMethods'>,
  accountId: string,
): Promise<boolean> {
  return signInMethods.localPasswords && (await database.records.accounts.hasPassword(accountId))
}

/**
 * Confirms the person again before an important change: by the password, or by a recent sign-in if there is no
 * password.
 */
export async function confirmPerson(
  deps: ConfirmDeps,
  { session, password }: { session: AccountSession; password: string | undefined },
): Promise<Outcome<undefined>> {
  const { account, createdAt } = session
  if (await hasPassword(deps, account.id))
    return password === undefined
      ? refused('wrong_password')
      : confirmPassword(deps, { accountId: account.id, password })
  const age = deps.clock.now().getTime() - createdAt.getTime()
  return age < SIGN_IN_REPLACES_PASSWORD_MINUTES * 60_000 ? done(undefined) : refused('recent_sign_in_needed')
}

/** Checks the password. Wrong passwords are counted and delay the next attempts. */
async function confirmPassword(
  deps: Deps<'accounts' | 'limits'>,
  { accountId, password }: { accountId: string; password: string },
): Promise<Outcome<undefined>> {
  const attempt = { kind: 'password_check', of: accountId } as const
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  if (!(await deps.accounts.checkPassword(accountId, password))) return refused('wrong_password')
  await deps.limits.forget([attempt])
  return done(undefined)
}

/**
 * Sets the role. A promotion to admin voids sessions and tokens. A demotion does not, because each call checks the
 * role.
 */
export async function setRole(
  records: Records,
  id: string,
  role: AccountRecord['role'],
  byGroup = false,
): Promise<void> {
  if (role !== 'admin') {
    await records.accounts.update(id, { role, roleFromGroup: byGroup })
    return
  }
  await records.accounts.renew(id, { role, roleFromGroup: byGroup })
  await records.sessions.endAll(id)
  await records.tokens.forgetAccount(id)
}

export function describeAccount(account: AccountRecord, now: Date): User {
  const { subscription, expiresAt } = describeSubscription(account, now)
  return {
    id: account.id,
    name: account.name || null,
    username: account.username,
    email: account.email,
    emailVerified: account.emailVerified,
    secondFactor: account.twoFactorEnabled,
    role: account.role,
    subscription,
    subscriptionExpiresAt: expiresAt,
    isActive: account.isActive,
    createdAt: account.createdAt.toISOString(),
    lastActive: account.lastActive?.toISOString() ?? null,
  }
}
