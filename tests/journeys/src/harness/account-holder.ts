import { randomBytes } from 'node:crypto'
import type { User } from '@kerf/contract/auth'
import type { Visit } from './visit.ts'
import { type Answer, Visitor } from './visitor.ts'

export const PASSWORD = 'a strip of film'

/** An email that no other test uses. */
export function newEmail(name = 'anna'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.org`
}

/** Signs up a new account in the browser of a visit. Call it before the first page of the app is loaded. */
export async function signUpAs(
  visit: Visit,
  { name = 'Anna Example', email = newEmail() } = {},
): Promise<{ email: string }> {
  const data = { name, email, password: PASSWORD }
  const answer = await visit.context.request.post(new URL('/api/auth/signup', visit.page.url()).href, { data })
  if (!answer.ok()) throw new Error(`Signing up answered ${answer.status()}.`)
  return { email }
}

/** A visitor without a browser, with the email and password of one account. `signUp` creates the account. */
export class AccountHolder extends Visitor {
  readonly email: string
  readonly password: string

  constructor(url: string, { email = newEmail(), password = PASSWORD } = {}) {
    super(url)
    this.email = email
    this.password = password
  }

  signUp(fields: object = {}): Promise<Answer<{ user: User }>> {
    const { email, password } = this
    return this.call('POST', '/api/auth/signup', { name: 'Anna Example', email, password, ...fields })
  }

  signIn(fields: object = {}): Promise<Answer<{ user: User }>> {
    const { email, password } = this
    return this.call('POST', '/api/auth/signin', { email, password, ...fields })
  }

  signOut(): Promise<Answer> {
    return this.call('POST', '/api/auth/signout', {})
  }

  whoAmI(): Promise<Answer<User>> {
    return this.call('GET', '/api/auth/user')
  }
}
