import { randomBytes } from 'node:crypto'
import { addressBlock } from '@kerf/domain/address-block'
import type { Language } from '@kerf/domain/language'
import { RESET_TOKEN_SECONDS } from '@kerf/domain/token-lives'
import type { Accounts, Caller } from '../../account-ports.ts'
import type { Database } from '../../ports.ts'
import type { LimitAttempts } from '../limit-attempts/limit-attempts.ts'
import { done, type Nothing, type Outcome, refused } from '../outcome.ts'

export interface ResetPasswordDeps {
  database: Database
  accounts: Accounts
  limits: LimitAttempts
  /** Whether a token is answered instead of mailed alone: for demonstrations. */
  demoMode: boolean
}

/**
 * Asks for a reset link. Only an order is left here, for any email alike: whether it has an account is looked up when the
 * letter is written, so that neither the answer nor its time tells.
 */
export function requestReset(deps: ResetPasswordDeps) {
  const { accounts: accountRecords, mailQueue } = deps.database.records
  return async (email: string, caller: Caller, language: Language): Promise<Outcome<{ resetToken?: string }>> => {
    const taken = await deps.limits.take([
      { kind: 'mail_to_mailbox', of: email },
      { kind: 'mail_from_address', of: addressBlock(caller.address) },
    ])
    if (!taken.ok) return taken
    await mailQueue.enqueue({ kind: 'reset_password', email, language })
    if (!deps.demoMode) return done({})
    const account = await accountRecords.findByEmail(email)
    const nobodysToken = randomBytes(32).toString('base64url')
    return done({
      resetToken: account
        ? await deps.accounts.createToken('reset-password', account.id, RESET_TOKEN_SECONDS)
        : nobodysToken,
    })
  }
}

/** Sets a new password for whoever holds a token from the mailbox. Every session ends, and so does what slowed guesses. */
export function resetPassword(deps: ResetPasswordDeps) {
  const { records } = deps.database
  return async (
    { token, password }: { token: string; password: string },
    caller: Caller,
    language: Language,
  ): Promise<Outcome<Nothing>> => {
    const attempt = { kind: 'token_from_address', of: addressBlock(caller.address) } as const
    const taken = await deps.limits.take([attempt])
    if (!taken.ok) return taken
    const accountId = await deps.accounts.consumeToken('reset-password', token)
    const account = accountId && (await records.accounts.find(accountId))
    if (!account) return refused('invalid_token')
    await deps.accounts.setPassword(account.id, password)
    await records.sessions.endAll(account.id)
    // The letter has arrived: the mailbox is theirs.
    await records.accounts.update(account.id, { emailVerified: true })
    await deps.limits.forget([
      { kind: 'sign_in_to_account', of: account.email },
      { kind: 'sign_in', of: `${account.email} ${addressBlock(caller.address)}` },
      attempt,
    ])
    await records.mailQueue.enqueue({ kind: 'password_changed', accountId: account.id, language })
    return done({})
  }
}
