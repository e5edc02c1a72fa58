import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import { RESET_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import type { RequestOrigin } from '../../ports/accounts.ts'
import { claimedAccount, readClaim, writeClaim } from '../email/mailed-claim.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { newToken } from '../shared/random-token.ts'
import { takeOver } from './take-over.ts'

/** Enqueues the email without a lookup, so that neither answer nor duration shows whether the account exists. */
export async function requestPasswordReset(
  deps: Deps<'database' | 'accounts' | 'limits' | 'demoMode'>,
  { email, caller, language }: RequestOrigin & { email: string },
): Promise<Outcome<{ resetToken?: string }>> {
  const { accounts: accountRecords, mailQueue } = deps.database.records
  const attemptOutcome = await deps.limits.take(emailAttempts('reset_mail', email, caller))
  if (!attemptOutcome.ok) return attemptOutcome
  await mailQueue.enqueue({ kind: 'reset_password', email, language })
  if (!deps.demoMode) return done({})
  const account = await accountRecords.findByEmail(email)
  const decoyToken = newToken()
  return done({
    resetToken: account
      ? await deps.accounts.createToken('reset-password', writeClaim(account), RESET_TOKEN_SECONDS)
      : decoyToken,
  })
}

/**
 * Sets a new password with an emailed token and ends all sessions. Returns a device mark, so that guesses of others do
 * not slow this browser.
 */
export async function resetPassword(
  deps: Deps<'database' | 'accounts' | 'limits' | 'deviceMarks'>,
  { token, password, caller, language }: RequestOrigin & { token: string; password: string },
): Promise<Outcome<{ deviceMark: string }>> {
  const attempt = { kind: 'token_from_address', of: ipAddressBlock(caller.ipAddress) } as const
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  // Hashing comes first: if its queue is full, the token remains valid.
  const hash = await deps.accounts.hashPassword(password)
  const value = await deps.accounts.consumeToken('reset-password', token)
  if (value === null) return refused('invalid_token')
  const account = await deps.database.transaction(async (records) => {
    const claimedBy = await claimedAccount(records, readClaim(value))
    const ownAccount = claimedBy && (await takeOver(records, claimedBy, hash))
    if (ownAccount) await records.mailQueue.enqueue({ kind: 'password_changed', accountId: ownAccount.id, language })
    return ownAccount
  })
  if (!account) return refused('invalid_token')
  await deps.limits.forget([
    { kind: 'sign_in_to_account', of: account.email },
    { kind: 'sign_in', of: `${account.email} ${ipAddressBlock(caller.ipAddress)}` },
    attempt,
  ])
  return done({ deviceMark: deps.deviceMarks.issue(account) })
}
