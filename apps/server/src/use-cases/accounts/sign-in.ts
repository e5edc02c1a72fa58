import type { signIn as signInCall } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import type { SessionInfo } from '@kerf/contract/user'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import type { AccountRecord, AccountSession, Caller, SessionToken } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import type { Attempt } from '../shared/limit-attempts.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { endPrograms } from './take-over.ts'

export interface SignedIn {
  account: AccountRecord
  sessionToken: SessionToken
  /** Cookie value for this browser: see device-mark.ts. */
  deviceMark: string
}

export type Credentials = BodyOf<typeof signInCall>

/**
 * Signs in with a password. Every attempt is counted before the check. Browsers with a device mark have their own
 * count.
 */
export async function signIn(
  deps: Deps<'database' | 'accounts' | 'limits' | 'deviceMarks'>,
  { credentials, caller, deviceMark }: { credentials: Credentials; caller: Caller; deviceMark: string | undefined },
): Promise<Outcome<SignedIn>> {
  const { accounts } = deps.database.records
  const existingAccount = await accounts.findByEmail(credentials.email)
  const generation = deps.deviceMarks.generationOf(deviceMark, existingAccount)
  const { own, shared } = attemptsOf(credentials.email, caller, generation === null ? null : { deviceMark, generation })
  const attemptOutcome = await deps.limits.take([own, ...shared])
  if (!attemptOutcome.ok) return attemptOutcome
  const session = await deps.accounts.signIn(credentials, caller)
  if (session.ok) {
    await deps.limits.forget([own])
    await deps.limits.giveBack(shared)
    const { account, sessionToken } = session
    // A browser keeps its current mark, so that nobody collects marks with separate counts.
    const isKnown = deviceMark !== undefined && generation === account.generation
    return done({ account, sessionToken, deviceMark: isKnown ? deviceMark : deps.deviceMarks.issue(account) })
  }
  // The password was right, so the attempt does not count as a guess.
  if (session.code === 'second_factor_needed' || session.code === 'account_suspended')
    await deps.limits.giveBack([own, ...shared])
  return session
}

export function signOut(deps: Deps<'accounts'>, session: AccountSession): Promise<void> {
  return deps.accounts.endSession(session.sessionToken)
}

/** Counters of one attempt: `own` counts only this browser or address, `shared` counts several of them together. */
function attemptsOf(
  email: string,
  caller: Caller,
  device: { deviceMark: string | undefined; generation: number } | null,
): { own: Attempt; shared: Attempt[] } {
  if (device !== null)
    return {
      own: { kind: 'sign_in', of: `${email} ${device.deviceMark}` },
      shared: [{ kind: 'sign_in_from_known', of: `${email} ${device.generation}` }],
    }
  const ipAddressKey = ipAddressBlock(caller.ipAddress)
  return {
    own: { kind: 'sign_in', of: `${email} ${ipAddressKey}` },
    shared: [
      { kind: 'sign_in_from_address', of: ipAddressKey },
      { kind: 'sign_in_to_account', of: email },
    ],
  }
}

export async function listSessions(deps: Deps<'database' | 'clock'>, session: AccountSession): Promise<SessionInfo[]> {
  const { sessions } = deps.database.records
  const openSessions = await sessions.list(session.account.id, deps.clock.now())
  return openSessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    current: id === session.id,
    userAgent: userAgent || null,
    createdAt: createdAt.toISOString(),
    lastActive: updatedAt.toISOString(),
  }))
}

export async function endSession(
  deps: Deps<'database'>,
  { session, id }: { session: AccountSession; id: string },
): Promise<Outcome<undefined>> {
  const { sessions } = deps.database.records
  return (await sessions.end(id, session.account.id)) ? done(undefined) : refused('not_found')
}

export async function endOtherSessions(
  { database }: Deps<'database'>,
  { session, revokeKeys }: { session: AccountSession; revokeKeys: boolean },
): Promise<Outcome<{ ended: number }>> {
  const { account, id } = session
  return database.transaction(async (records) => {
    // Another session may be adding a key, which is revoked too once this has the lock.
    if (!(await records.sessions.lockAccount(session))) return refused('not_signed_in')
    if (revokeKeys) await endPrograms(records, account)
    return done({ ended: await records.sessions.endAll(account.id, id) })
  })
}
