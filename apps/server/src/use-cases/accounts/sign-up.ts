import { randomInt } from 'node:crypto'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { Language } from '@kerf/domain/language'
import { plainUsername, usernameFromEmail, usernameVariant } from '@kerf/domain/people/username'
import type { AccountRecord, Accounts, Caller, SessionTicket } from '../../ports/accounts.ts'
import type { Database } from '../../ports/database.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import type { DeviceMarks } from './device-mark.ts'
import type { LimitAttempts } from './limit-attempts.ts'
import type { SignedIn } from './sign-in.ts'

/** So many other spellings of a username are tried before giving up; each is free with a chance of far more than a half. */
const USERNAME_TRIES = 5

export interface NewPerson {
  name: string
  username?: string | undefined
  email: string
  password: string
}

export interface SignUpDeps {
  database: Database
  accounts: Accounts
  limits: LimitAttempts
  deviceMarks: DeviceMarks
}

/** Makes an account on the free plan, opens its first session, and asks its mailbox whether it is theirs. */
export function signUp(deps: SignUpDeps) {
  return async (person: NewPerson, caller: Caller, language: Language): Promise<Outcome<SignedIn>> => {
    const taken = await deps.limits.take([{ kind: 'sign_up', of: addressBlock(caller.address) }])
    if (!taken.ok) return taken
    const opened = await openAccount(deps.accounts, person, caller)
    if (!opened.ok) return opened
    const { account } = opened.value
    // An account deleted and made anew, over and over, is no way to fill a mailbox. It is made all the same, and may ask again later.
    const mayAsk = await deps.limits.take([{ kind: 'confirmation_mail', of: account.email }])
    if (mayAsk.ok)
      await deps.database.records.mailQueue.enqueue({ kind: 'verify_email', accountId: account.id, language })
    return done({ ...opened.value, deviceMark: deps.deviceMarks.issue(account) })
  }
}

/** A new account under the wished-for username, the one that follows from the email, or one that is like it. */
export async function openAccount(
  accounts: Accounts,
  person: NewPerson,
  caller: Caller,
): Promise<Outcome<{ account: AccountRecord; ticket: SessionTicket }>> {
  const wished = person.username === undefined ? usernameFromEmail(person.email) : plainUsername(person.username)
  for (let tries = 0; tries < USERNAME_TRIES; tries++) {
    const username = tries === 0 ? wished : usernameVariant(wished, String(randomInt(1000, 1_000_000)))
    const opened = await accounts.signUp({ ...person, username }, caller)
    if (opened.ok) return done({ account: opened.account, ticket: opened.ticket })
    if (opened.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}
