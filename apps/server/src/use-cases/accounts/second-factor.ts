import type { AccountSession, SessionToken } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { type ConfirmDeps, confirmPerson } from './change-account.ts'

/** Begins the setup of an authenticator app. `confirmSecondFactor` completes it with a first code. */
export async function startSecondFactor(
  deps: ConfirmDeps,
  { session, password }: { session: AccountSession; password?: string | undefined },
): Promise<Outcome<{ uri: string; secret: string; backupCodes: string[] }>> {
  const confirmation = await confirmPerson(deps, { session, password })
  if (!confirmation.ok) return confirmation
  const setup = await deps.accounts.startSecondFactor(session, password)
  if (!setup.ok) return setup
  const secret = new URL(setup.uri).searchParams.get('secret') ?? ''
  return done({ uri: setup.uri, secret, backupCodes: setup.backupCodes })
}

/** Completes the setup of the second factor by a first code and ends all other sessions. */
export async function confirmSecondFactor(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  { session, code }: { session: AccountSession; code: string },
): Promise<Outcome<SessionToken>> {
  const attempt = { kind: 'password_check', of: session.account.id } as const
  const permit = await deps.limits.take([attempt])
  if (!permit.ok) return permit
  const confirmation = await deps.accounts.confirmSecondFactor(session, code)
  if (!confirmation.ok) return confirmation
  await deps.limits.forget([attempt])
  return keepOnly(deps, session, confirmation.sessionToken)
}

/** Replaces the backup codes. The former codes, and sign-ins begun with one of them, become void. */
export async function renewBackupCodes(
  deps: ConfirmDeps,
  { session, password }: { session: AccountSession; password?: string | undefined },
): Promise<Outcome<{ backupCodes: string[] }>> {
  if (!session.account.twoFactorEnabled) return refused('invalid_request')
  const confirmation = await confirmPerson(deps, { session, password })
  if (!confirmation.ok) return confirmation
  const renewal = await deps.accounts.renewBackupCodes(session, password)
  if (!renewal.ok) return renewal
  await deps.database.records.accounts.renew(session.account.id)
  return done({ backupCodes: renewal.backupCodes })
}

export async function removeSecondFactor(
  deps: ConfirmDeps,
  { session, password }: { session: AccountSession; password?: string | undefined },
): Promise<Outcome<SessionToken>> {
  const confirmation = await confirmPerson(deps, { session, password })
  if (!confirmation.ok) return confirmation
  const removal = await deps.accounts.removeSecondFactor(session, password)
  if (!removal.ok) return removal
  await deps.database.records.accounts.renew(session.account.id)
  return done(removal.sessionToken)
}

async function keepOnly(
  deps: Deps<'database' | 'accounts'>,
  session: AccountSession,
  sessionToken: SessionToken,
): Promise<Outcome<SessionToken>> {
  const current = await deps.accounts.findSession(sessionToken)
  if (!current) return refused('not_signed_in')
  await deps.database.transaction(async (records) => {
    await records.accounts.renew(session.account.id)
    await records.sessions.endAll(session.account.id, current.id)
  })
  return done(sessionToken)
}
