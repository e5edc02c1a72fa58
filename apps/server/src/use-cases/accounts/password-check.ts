import type { Accounts } from '../../ports/accounts.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import type { LimitAttempts } from './limit-attempts.ts'

/** Asks for the password once more before something that matters; wrong ones are counted and slow the next. */
export function passwordCheck(deps: { accounts: Pick<Accounts, 'checkPassword'>; limits: LimitAttempts }) {
  return async (accountId: string, password: string): Promise<Outcome<undefined>> => {
    const attempt = { kind: 'password_check', of: accountId } as const
    const taken = await deps.limits.take([attempt])
    if (!taken.ok) return taken
    if (!(await deps.accounts.checkPassword(accountId, password))) return refused('wrong_password')
    await deps.limits.forget([attempt])
    return done(undefined)
  }
}
