import { randomBytes } from 'node:crypto'
import type { User } from '@kerf/contract/auth'
import { type Answer, Visitor } from './visitor.ts'

export const PASSWORD = 'a strip of film'

/** An email that no other test uses. */
export function newEmail(name = 'anna'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.org`
}

/** A visitor without a browser who has, or makes, an account. */
export class AccountHolder extends Visitor {
  readonly email: string
  readonly password: string

  constructor(url: string, { email = newEmail(), password = PASSWORD } = {}) {
    super(url)
    this.email = email
    this.password = password
  }

  signUp(more: object = {}): Promise<Answer<{ user: User }>> {
    const { email, password } = this
    return this.call('POST', '/api/auth/signup', { name: 'Anna Example', email, password, ...more })
  }

  signIn(more: object = {}): Promise<Answer<{ user: User }>> {
    const { email, password } = this
    return this.call('POST', '/api/auth/signin', { email, password, ...more })
  }

  signOut(): Promise<Answer> {
    return this.call('POST', '/api/auth/signout', {})
  }

  whoAmI(): Promise<Answer<User>> {
    return this.call('GET', '/api/auth/user')
  }
}
