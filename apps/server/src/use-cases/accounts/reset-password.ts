import { randomBytes } from 'node:crypto'
import { addressBlock } from '@kerf/domain/access/address-block'
import { RESET_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import type { Language } from '@kerf/messages/languages'
import type { AccountRecord, From } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { claimedAccount, type MailedClaim, readClaim, writeClaim } from '../email/mailed-claim.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

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
  const nobodysToken = randomBytes(32).toString('base64url')
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
  const value = await deps.accounts.consumeToken('reset-password', token)
  if (value === null) return refused('invalid_token')
  const hash = await deps.accounts.hashPassword(password)
  const account = await deps.database.transaction((within) => takeOver(within, readClaim(value), hash, language))
  if (!account) return refused('invalid_token')
  await deps.limits.forget([
    { kind: 'sign_in_to_account', of: account.email },
    { kind: 'sign_in', of: `${account.email} ${addressBlock(caller.address)}` },
    attempt,
  ])
  return done({ deviceMark: deps.deviceMarks.issue(account) })
}

/** Within a transaction. null when the token is not about the account as it is now. */
async function takeOver(
  records: Records,
  claim: MailedClaim,
  hash: string,
  language: Language,
): Promise<AccountRecord | null> {
  const account = await claimedAccount(records, claim)
  if (!account) return null
  await records.accounts.setPasswordHash(account.id, hash)
  await records.sessions.endAll(account.id)
  // Somebody recovers their account: a thief's keys go with the thief's sessions.
  await records.apiKeys.deleteAll(account.id)
  // So do their webhooks, which tell of every clip. Those of the owner are kept, and can be switched on again.
  for (const { id } of await records.webhooks.listFor(account.id)) {
    if (account.emailVerified) await records.webhooks.update(id, { isOn: false })
    else await records.webhooks.delete(id, account.id)
  }
  // Whoever typed the email first may not have been its owner: what they set up does not keep the owner out.
  if (!account.emailVerified) await records.accounts.dropSecondFactor(account.id)
  // The email has arrived: the mailbox is theirs.
  const renewed = await records.accounts.renew(account.id, { emailVerified: true })
  await records.mailQueue.enqueue({ kind: 'password_changed', accountId: account.id, language })
  return renewed
}
