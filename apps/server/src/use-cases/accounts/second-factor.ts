import type { FoundSession, SessionToken } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { type ConfirmDeps, confirmPerson } from './change-account.ts'

/** A code from an authenticator app beside the password: set up, confirmed by a first code, and taken off again. */
export async function startSecondFactor(
  deps: ConfirmDeps,
  { session, password }: { session: FoundSession; password?: string | undefined },
): Promise<Outcome<{ uri: string; secret: string; backupCodes: string[] }>> {
  const confirmed = await confirmPerson(deps, { session, password })
  if (!confirmed.ok) return confirmed
  const started = await deps.accounts.startSecondFactor(session, password)
  if (!started.ok) return started
  const secret = new URL(started.uri).searchParams.get('secret') ?? ''
  return done({ uri: started.uri, secret, backupCodes: started.backupCodes })
}

/** From now on it is asked for, also of whoever was signed in elsewhere. */
export async function confirmSecondFactor(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  { session, code }: { session: FoundSession; code: string },
): Promise<Outcome<SessionToken>> {
  const attempt = { kind: 'password_check', of: session.account.id } as const
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  const confirmed = await deps.accounts.confirmSecondFactor(session, code)
  if (!confirmed.ok) return confirmed
  await deps.limits.forget([attempt])
  return keepOnly(deps, session, confirmed.sessionToken)
}

/** Whoever has found the former codes has found nothing, and what was begun with one of them ends nowhere. */
export async function renewBackupCodes(
  deps: ConfirmDeps,
  { session, password }: { session: FoundSession; password?: string | undefined },
): Promise<Outcome<{ backupCodes: string[] }>> {
  if (!session.account.twoFactorEnabled) return refused('invalid_request')
  const confirmed = await confirmPerson(deps, { session, password })
  if (!confirmed.ok) return confirmed
  const renewed = await deps.accounts.renewBackupCodes(session, password)
  if (!renewed.ok) return renewed
  await deps.database.records.accounts.renew(session.account.id)
  return done({ backupCodes: renewed.backupCodes })
}

export async function removeSecondFactor(
  deps: ConfirmDeps,
  { session, password }: { session: FoundSession; password?: string | undefined },
): Promise<Outcome<SessionToken>> {
  const confirmed = await confirmPerson(deps, { session, password })
  if (!confirmed.ok) return confirmed
  const removed = await deps.accounts.removeSecondFactor(session, password)
  if (!removed.ok) return removed
  await deps.database.records.accounts.renew(session.account.id)
  return done(removed.sessionToken)
}

async function keepOnly(
  deps: Deps<'database' | 'accounts'>,
  session: FoundSession,
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
