import { addressBlock } from '@kerf/domain/address-block'
import type { AccountRecord, Accounts, Caller, SessionTicket } from '../../account-ports.ts'
import type { Attempt, LimitAttempts } from '../limit-attempts/limit-attempts.ts'
import { done, type Outcome } from '../outcome.ts'
import type { DeviceMarks } from './device-mark.ts'

export interface SignedIn {
  account: AccountRecord
  ticket: SessionTicket
  /** For the browser to keep, see device-mark.ts. */
  deviceMark: string
}

export interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

/**
 * Opens a session for whoever knows the password, and the second factor where there is one. Every wrong try is counted,
 * before it is looked at, and slows the next; a browser that has been signed in before is counted for itself.
 */
export function signIn(deps: { accounts: Accounts; limits: LimitAttempts; deviceMarks: DeviceMarks }) {
  return async (
    credentials: Credentials,
    caller: Caller,
    deviceMark: string | undefined,
  ): Promise<Outcome<SignedIn>> => {
    const { own, shared } = attemptsOf(credentials.email, caller, deviceMark)
    const taken = await deps.limits.take([own, ...shared])
    if (!taken.ok) return taken
    const opened = await deps.accounts.signIn(credentials, caller)
    if (opened.ok) {
      await deps.limits.forget([own])
      await deps.limits.giveBack(shared)
      const { account, ticket } = opened
      return done({ account, ticket, deviceMark: deps.deviceMarks.issue(account.email) })
    }
    // The password was right: nobody has guessed.
    if (opened.code === 'second_factor_needed' || opened.code === 'account_suspended')
      await deps.limits.giveBack([own, ...shared])
    return opened
  }

  function attemptsOf(email: string, caller: Caller, deviceMark: string | undefined) {
    const place = addressBlock(caller.address)
    if (deps.deviceMarks.isFor(deviceMark, email))
      return { own: { kind: 'sign_in', of: `${email} ${deviceMark}` } satisfies Attempt, shared: [] }
    return {
      own: { kind: 'sign_in', of: `${email} ${place}` } satisfies Attempt,
      shared: [
        { kind: 'sign_in_from_address', of: place },
        { kind: 'sign_in_to_account', of: email },
      ] satisfies Attempt[],
    }
  }
}
