import { addressBlock } from '@kerf/domain/access/address-block'
import type { AccountRecord, Caller, FoundSession, SessionToken } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import type { Attempt } from '../shared/limit-attempts.ts'
import { done, type Outcome } from '../shared/outcome.ts'

export interface SignedIn {
  account: AccountRecord
  sessionToken: SessionToken
  /** For the browser to keep, see device-mark.ts. */
  deviceMark: string
}

export interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

/** Every try is counted before it is checked. Browsers that were signed in before have their own count. */
export async function signIn(
  deps: Deps<'database' | 'accounts' | 'limits' | 'deviceMarks'>,
  { credentials, caller, deviceMark }: { credentials: Credentials; caller: Caller; deviceMark: string | undefined },
): Promise<Outcome<SignedIn>> {
  const { accounts } = deps.database.records
  const mark = deps.deviceMarks.isFor(deviceMark, await accounts.findByEmail(credentials.email)) ? deviceMark : null
  const { own, shared } = attemptsOf(credentials.email, caller, mark)
  const taken = await deps.limits.take([own, ...shared])
  if (!taken.ok) return taken
  const opened = await deps.accounts.signIn(credentials, caller)
  if (opened.ok) {
    await deps.limits.forget([own])
    await deps.limits.giveBack(shared)
    const { account, sessionToken } = opened
    // A known browser stays the one it is: nobody gathers marks, each with tries of its own.
    return done({ account, sessionToken, deviceMark: mark ?? deps.deviceMarks.issue(account) })
  }
  // The password was right: nobody has guessed.
  if (opened.code === 'second_factor_needed' || opened.code === 'account_suspended')
    await deps.limits.giveBack([own, ...shared])
  return opened
}

export function signOut(deps: Deps<'accounts'>, session: FoundSession): Promise<void> {
  return deps.accounts.endSession(session.sessionToken)
}

/** What a try counts against: what it has for itself, and what it shares with others. */
function attemptsOf(email: string, caller: Caller, mark: string | null): { own: Attempt; shared: Attempt[] } {
  if (mark !== null)
    return { own: { kind: 'sign_in', of: `${email} ${mark}` }, shared: [{ kind: 'sign_in_from_known', of: email }] }
  const place = addressBlock(caller.address)
  return {
    own: { kind: 'sign_in', of: `${email} ${place}` },
    shared: [
      { kind: 'sign_in_from_address', of: place },
      { kind: 'sign_in_to_account', of: email },
    ],
  }
}
