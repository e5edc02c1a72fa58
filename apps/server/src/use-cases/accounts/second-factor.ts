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
  const setup = await deps.accounts.startSecondFactor(session)
  if (!setup.ok) return setup
  const secret = new URL(setup.uri).searchParams.get('secret') ?? ''
  return done({ uri: setup.uri, secret, backupCodes: setup.backupCodes })
}

/** Completes the setup of the second factor with a first code and ends all other sessions. */
export async function confirmSecondFactor(
  deps: Deps<'accounts' | 'limits'>,
  { session, code }: { session: AccountSession; code: string },
): Promise<Outcome<SessionToken>> {
  const attempt = { kind: 'password_check', of: session.account.id } as const
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  const confirmation = await deps.accounts.confirmSecondFactor(session, code)
  if (!confirmation.ok) return confirmation
  await deps.limits.forget([attempt])
  return done(confirmation.sessionToken)
}

/** Replaces the backup codes. The former codes, and sign-ins begun with one of them, become void. */
export async function renewBackupCodes(
  deps: ConfirmDeps,
  { session, password }: { session: AccountSession; password?: string | undefined },
): Promise<Outcome<{ backupCodes: string[] }>> {
  if (!session.account.twoFactorEnabled) return refused('invalid_request')
  const confirmation = await confirmPerson(deps, { session, password })
  if (!confirmation.ok) return confirmation
  const renewal = await deps.accounts.renewBackupCodes(session)
  return renewal.ok ? done({ backupCodes: renewal.backupCodes }) : renewal
}

export async function removeSecondFactor(
  deps: ConfirmDeps,
  { session, password }: { session: AccountSession; password?: string | undefined },
): Promise<Outcome<SessionToken>> {
  const confirmation = await confirmPerson(deps, { session, password })
  if (!confirmation.ok) return confirmation
  const removal = await deps.accounts.removeSecondFactor(session)
  return removal.ok ? done(removal.sessionToken) : removal
}
