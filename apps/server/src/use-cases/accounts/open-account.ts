import { randomInt } from 'node:crypto'
import type { signUp as signUpCall } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { plainUsername, usernameFromEmail, usernameVariant } from '@kerf/domain/people/username'
import type { AccountRecord, Accounts, Caller, SessionToken } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** Maximum number of usernames that are tried: the requested one and random variants, which are rarely taken. */
const MAX_USERNAME_ATTEMPTS = 5

export type NewPerson = Omit<BodyOf<typeof signUpCall>, 'invitation'>

export interface OpenedAccount {
  account: AccountRecord
  sessionToken: SessionToken
}

/** Creates an account with the requested username, the email's local part, or a variant of them if it is taken. */
export async function openAccount(
  accounts: Accounts,
  person: NewPerson,
  caller: Caller,
): Promise<Outcome<OpenedAccount>> {
  for (const username of usernamesFor(person)) {
    const creation = await accounts.signUp({ ...person, username }, caller)
    if (creation.ok) return done({ account: creation.account, sessionToken: creation.sessionToken })
    if (creation.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}

/** Creates the account within the caller's transaction. The caller opens the first session. */
export async function openAccountWithin(
  records: Records,
  person: Omit<NewPerson, 'password'> & { passwordHash: string },
  createdAt: Date,
): Promise<Outcome<AccountRecord>> {
  const { name, email, passwordHash } = person
  for (const username of usernamesFor(person)) {
    const creation = await records.accounts.create({ id: newId(), name, username, email, passwordHash, createdAt })
    if (creation.ok) return done(creation.account)
    if (creation.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}

const usernamesFor = ({ username, email }: Pick<NewPerson, 'username' | 'email'>): Generator<string> =>
  usernameCandidates(username === undefined ? usernameFromEmail(email) : plainUsername(username))

/** Yields the requested username, then random variants of it. */
export function* usernameCandidates(requestedName: string): Generator<string> {
  yield requestedName
  for (let attempt = 1; attempt < MAX_USERNAME_ATTEMPTS; attempt++)
    yield usernameVariant(requestedName, String(randomInt(1000, 1_000_000)))
}
