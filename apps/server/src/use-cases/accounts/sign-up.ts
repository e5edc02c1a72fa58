import { randomInt } from 'node:crypto'
import type { signUp as signUpCall } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { addressBlock } from '@kerf/domain/access/address-block'
import { plainUsername, usernameFromEmail, usernameVariant } from '@kerf/domain/people/username'
import type { AccountRecord, Accounts, Caller, From, SessionToken } from '../../ports/accounts.ts'
import { ACCOUNT_BYTES, refusedWhenFull } from '../downloads/disk-room.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import type { SignedIn } from './sign-in.ts'

/** So many other spellings of a username are tried before giving up; each is free with a chance of far more than a half. */
const USERNAME_TRIES = 5

export type NewPerson = BodyOf<typeof signUpCall>

export async function signUp(
  deps: Deps<'database' | 'accounts' | 'files' | 'limits' | 'deviceMarks'>,
  { person, caller, language }: From & { person: NewPerson },
): Promise<Outcome<SignedIn>> {
  const taken = await deps.limits.take([{ kind: 'sign_up', of: addressBlock(caller.address) }])
  if (!taken.ok) return taken
  const full = await refusedWhenFull(deps.files, 0, ACCOUNT_BYTES)
  if (full) return full
  const opened = await openAccount(deps.accounts, person, caller)
  if (!opened.ok) return opened
  const { account } = opened.value
  // An account deleted and made again, over and over, is no way to fill a mailbox. It is made all the same, and may ask again later.
  const mayAsk = await deps.limits.take([{ kind: 'confirmation_mail', of: account.email }])
  if (mayAsk.ok)
    await deps.database.records.mailQueue.enqueue({ kind: 'verify_email', accountId: account.id, language })
  return done({ ...opened.value, deviceMark: deps.deviceMarks.issue(account) })
}

/** A new account under the requested-for username, the one that follows from the email, or one that is like it. */
export async function openAccount(
  accounts: Accounts,
  person: NewPerson,
  caller: Caller,
): Promise<Outcome<{ account: AccountRecord; sessionToken: SessionToken }>> {
  const requested = person.username === undefined ? usernameFromEmail(person.email) : plainUsername(person.username)
  for (const username of otherUsernames(requested)) {
    const opened = await accounts.signUp({ ...person, username }, caller)
    if (opened.ok) return done({ account: opened.account, sessionToken: opened.sessionToken })
    if (opened.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}

/** The requested username, then some that are like it. */
export function* otherUsernames(requested: string): Generator<string> {
  yield requested
  for (let tries = 1; tries < USERNAME_TRIES; tries++)
    yield usernameVariant(requested, String(randomInt(1000, 1_000_000)))
}
