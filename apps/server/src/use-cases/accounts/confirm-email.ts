import type { Profile } from '@kerf/contract/user'
import type { AccountRecord, From } from '../../ports/accounts.ts'
import { claimedAccount, consumeMailedToken, readClaim, writeClaim } from '../email/mailed-claim.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Nothing, type Outcome, refused } from '../shared/outcome.ts'
import { describeAccount, hasPassword } from './change-account.ts'

/** With the time of the last email that asks for a confirmation, while one is missing. */
export async function readProfile(
  deps: Deps<'database' | 'clock' | 'signInMethods'>,
  account: AccountRecord,
): Promise<Profile> {
  const { tokens } = deps.database.records
  // The token is made while its email is written.
  const sentAt = account.emailVerified ? null : await tokens.lastMadeAt('verify-email', writeClaim(account))
  return {
    ...describeAccount(account, deps.clock.now()),
    hasPassword: await hasPassword(deps, account.id),
    verificationSentAt: sentAt?.toISOString() ?? null,
  }
}

/** Sends the email that asks a mailbox whether it is the account's, once more. A confirmed one is not asked again. */
export async function sendVerification(
  deps: Deps<'database' | 'limits'>,
  { account, caller, language }: From & { account: AccountRecord },
): Promise<Outcome<Nothing>> {
  if (account.emailVerified) return done({})
  const taken = await deps.limits.take(emailAttempts('confirmation_mail', account.email, caller))
  if (!taken.ok) return taken
  await deps.database.records.mailQueue.enqueue({ kind: 'verify_email', accountId: account.id, language })
  return done({})
}

/** The email's link was followed: the mailbox is the account's, be it the one it has or the one it wants. */
export async function confirmEmail(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  { token, caller, language }: From & { token: string },
): Promise<Outcome<{ email: string; changed: boolean }>> {
  const mailed = await consumeMailedToken(deps, ['verify-email', 'change-email'], { token, caller })
  if (!mailed.ok) return mailed
  const claim = readClaim(mailed.value.value)
  return deps.database.transaction(async (records) => {
    const account = await claimedAccount(records, claim)
    if (!account) return refused('invalid_confirmation')
    const { email } = claim
    if (mailed.value.kind === 'verify-email') {
      await records.accounts.update(account.id, { emailVerified: true })
      if (!account.emailVerified) await records.mailQueue.enqueue({ kind: 'welcome', accountId: account.id, language })
      return done({ email, changed: false })
    }
    if (!(await records.accounts.confirmNewEmail(account.id, email))) return refused('email_taken')
    // Of a former mailbox that never answered nobody knows whose it is: it may be a stranger's, who would get an email about nothing.
    const { email: formerEmail, emailVerified } = account
    if (emailVerified)
      await records.mailQueue.enqueue({ kind: 'email_changed', accountId: account.id, formerEmail, language })
    return done({ email, changed: true })
  })
}
