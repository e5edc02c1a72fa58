import { addressBlock } from '@kerf/domain/access/address-block'
import { RESET_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import type { From } from '../../ports/accounts.ts'
import { claimedAccount, readClaim, writeClaim } from '../email/mailed-claim.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { newToken } from '../shared/random-token.ts'
import { takeOver } from './take-over.ts'

/** Only enqueues, for any email alike: neither answer nor time shows whether there is an account. */
export async function requestPasswordReset(
  deps: Deps<'database' | 'accounts' | 'limits' | 'demoMode'>,
  { email, caller, language }: From & { email: string },
): Promise<Outcome<{ resetToken?: string }>> {
  const { accounts: accountRecords, mailQueue } = deps.database.records
  const taken = await deps.limits.take(emailAttempts('reset_mail', email, caller))
  if (!taken.ok) return taken
  await mailQueue.enqueue({ kind: 'reset_password', email, language })
  if (!deps.demoMode) return done({})
  const account = await accountRecords.findByEmail(email)
  const nobodysToken = newToken()
  return done({
    resetToken: account
      ? await deps.accounts.createToken('reset-password', writeClaim(account), RESET_TOKEN_SECONDS)
      : nobodysToken,
  })
}

/** Sets a new password for whoever holds a token from the mailbox. Every session ends. Guesses of others do not slow this browser. */
export async function resetPassword(
  deps: Deps<'database' | 'accounts' | 'limits' | 'deviceMarks'>,
  { token, password, caller, language }: From & { token: string; password: string },
): Promise<Outcome<{ deviceMark: string }>> {
  const attempt = { kind: 'token_from_address', of: addressBlock(caller.address) } as const
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  // First: where too many wait for that, the link is not used up.
  const hash = await deps.accounts.hashPassword(password)
  const value = await deps.accounts.consumeToken('reset-password', token)
  if (value === null) return refused('invalid_token')
  const account = await deps.database.transaction(async (records) => {
    const claimed = await claimedAccount(records, readClaim(value))
    const own = claimed && (await takeOver(records, claimed, hash))
    if (own) await records.mailQueue.enqueue({ kind: 'password_changed', accountId: own.id, language })
    return own
  })
  if (!account) return refused('invalid_token')
  await deps.limits.forget([
    { kind: 'sign_in_to_account', of: account.email },
    { kind: 'sign_in', of: `${account.email} ${addressBlock(caller.address)}` },
    attempt,
  ])
  return done({ deviceMark: deps.deviceMarks.issue(account) })
}
