import type { User } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import type * as contract from '@kerf/contract/user'
import { RECENT_SIGN_IN_MINUTES } from '@kerf/domain/access/session-limits'
import type { AccountRecord, FoundSession, From } from '../../ports/accounts.ts'
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
  const renamed = await records.accounts.update(account.id, { name })
  return renamed ? done(renamed) : refused('not_signed_in')
}

/** Ends other sessions. Emails the owner of a verified mailbox if the password really changed. */
export async function changePassword(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  {
    session,
    change,
    caller,
    language,
  }: From & { session: FoundSession; change: BodyOf<typeof contract.changePassword> },
): Promise<Outcome<Nothing>> {
  const { account } = session
  const confirmed = await confirmPassword(deps, { accountId: account.id, password: change.currentPassword })
  if (!confirmed.ok) return confirmed
  const tells = account.emailVerified && change.newPassword !== change.currentPassword
  if (tells) {
    const taken = await deps.limits.take(emailAttempts('password_mail', account.email, caller))
    if (!taken.ok) return taken
  }
  const hash = await deps.accounts.hashPassword(change.newPassword)
  await deps.database.transaction(async (within) => {
    await within.accounts.renew(account.id)
    await within.accounts.setPasswordHash(account.id, hash)
    await within.sessions.endAll(account.id, session.id)
    if (change.revokeKeys ?? true) await endPrograms(within, account)
    if (tells) await within.mailQueue.enqueue({ kind: 'password_changed', accountId: account.id, language })
  })
  return done({})
}

/** Nothing changes before the new mailbox has answered. */
export async function changeEmail(
  deps: ConfirmDeps,
  { session, change, caller, language }: From & { session: FoundSession; change: BodyOf<typeof contract.changeEmail> },
): Promise<Outcome<Nothing>> {
  const { account } = session
  const confirmed = await confirmPerson(deps, { session, password: change.password })
  if (!confirmed.ok) return confirmed
  const email = change.email.toLowerCase()
  if (email === account.email) return done({})
  const taken = await deps.limits.take(emailAttempts('confirmation_mail', email, caller))
  if (!taken.ok) return taken
  // Whether somebody else has it is looked at when the email is written: the answer here tells nobody.
  const { id: accountId, generation } = account
  await deps.database.transaction(async (within) => {
    if (change.revokeKeys ?? true) await endPrograms(within, account)
    await within.mailQueue.enqueue({ kind: 'change_email', accountId, email, generation, language })
  })
  return done({})
}

export type ConfirmDeps = Deps<'database' | 'accounts' | 'limits' | 'clock' | 'signInMethods'>

/** Whether this person confirms changes by a password. The others have to have signed in a moment ago. */
export async function hasPassword(
  { database, signInMethods }: Deps<'database' | 'signInMethods'>,
  accountId: string,
): Promise<boolean> {
  return signInMethods.localPasswords && (await database.records.accounts.hasPassword(accountId))
}

/** Asks once more who it is, before something that matters. */
export async function confirmPerson(
  deps: ConfirmDeps,
  { session, password }: { session: FoundSession; password: string | undefined },
): Promise<Outcome<undefined>> {
  const { account, createdAt } = session
  if (await hasPassword(deps, account.id))
    return password === undefined
      ? refused('wrong_password')
      : confirmPassword(deps, { accountId: account.id, password })
  const age = deps.clock.now().getTime() - createdAt.getTime()
  return age < RECENT_SIGN_IN_MINUTES * 60_000 ? done(undefined) : refused('recent_sign_in_needed')
}

/** Asks for the password once more before something that matters; wrong ones are counted and slow the next. */
async function confirmPassword(
  deps: Deps<'accounts' | 'limits'>,
  { accountId, password }: { accountId: string; password: string },
): Promise<Outcome<undefined>> {
  const attempt = { kind: 'password_check', of: accountId } as const
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  if (!(await deps.accounts.checkPassword(accountId, password))) return refused('wrong_password')
  await deps.limits.forget([attempt])
  return done(undefined)
}

/** Voids sessions and emails from before a promotion. A demoted admin keeps sessions: each call checks the role. */
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
