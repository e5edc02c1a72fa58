import { randomInt } from 'node:crypto'
import type { signUp as signUpCall } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { plainUsername, usernameFromEmail, usernameVariant } from '@kerf/domain/people/username'
import type { AccountRecord, Accounts, Caller, SessionToken } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** So many other spellings of a username are tried before giving up; each is free with a chance of far more than a half. */
const USERNAME_TRIES = 5

export type NewPerson = Omit<BodyOf<typeof signUpCall>, 'invitation'>

export interface OpenedAccount {
  account: AccountRecord
  sessionToken: SessionToken
}

/** A new account under the requested-for username, the one that follows from the email, or one that is like it. */
export async function openAccount(
  accounts: Accounts,
  person: NewPerson,
  caller: Caller,
): Promise<Outcome<OpenedAccount>> {
  for (const username of usernamesFor(person)) {
    const opened = await accounts.signUp({ ...person, username }, caller)
    if (opened.ok) return done({ account: opened.account, sessionToken: opened.sessionToken })
    if (opened.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}

/** The same within a transaction, which other things depend on. Its first session is the caller's to open. */
export async function openAccountWithin(
  records: Records,
  person: Omit<NewPerson, 'password'> & { passwordHash: string },
  createdAt: Date,
): Promise<Outcome<AccountRecord>> {
  const { name, email, passwordHash } = person
  for (const username of usernamesFor(person)) {
    const made = await records.accounts.create({ id: newId(), name, username, email, passwordHash, createdAt })
    if (made.ok) return done(made.account)
    if (made.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}

const usernamesFor = ({ username, email }: Pick<NewPerson, 'username' | 'email'>): Generator<string> =>
  otherUsernames(username === undefined ? usernameFromEmail(email) : plainUsername(username))

/** The requested username, then some that are like it. */
export function* otherUsernames(requested: string): Generator<string> {
  yield requested
  for (let tries = 1; tries < USERNAME_TRIES; tries++)
    yield usernameVariant(requested, String(randomInt(1000, 1_000_000)))
}
