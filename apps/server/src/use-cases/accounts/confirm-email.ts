import type { Profile } from '@kerf/contract/user'
import type { AccountRecord, RequestOrigin } from '../../ports/accounts.ts'
import { claimedAccount, consumeMailedToken, readClaim, writeClaim } from '../email/mailed-claim.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Nothing, type Outcome, refused } from '../shared/outcome.ts'
import { describeAccount, hasPassword } from './change-account.ts'

/** Returns the profile. While the email is unconfirmed, it includes the time of the last confirmation email. */
export async function readProfile(
  deps: Deps<'database' | 'clock' | 'signInMethods'>,
  account: AccountRecord,
): Promise<Profile> {
  const { tokens } = deps.database.records
  // The token is created when its email is written, so its time is the email's.
  const sentAt = account.emailVerified ? null : await tokens.lastMadeAt('verify-email', writeClaim(account))
  return {
    ...describeAccount(account, deps.clock.now()),
    hasPassword: await hasPassword(deps, account.id),
    verificationSentAt: sentAt?.toISOString() ?? null,
  }
}

/** Sends the confirmation email again, unless the email is confirmed. */
export async function sendVerification(
  deps: Deps<'database' | 'limits'>,
  { account, caller, language }: RequestOrigin & { account: AccountRecord },
): Promise<Outcome<Nothing>> {
  if (account.emailVerified) return done({})
  const attemptOutcome = await deps.limits.take(emailAttempts('confirmation_mail', account.email, caller))
  if (!attemptOutcome.ok) return attemptOutcome
  await deps.database.records.mailQueue.enqueue({ kind: 'verify_email', accountId: account.id, language })
  return done({})
}

/** Confirms the account's current email, or its requested new one, with the token from the emailed link. */
export async function confirmEmail(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  { token, caller, language }: RequestOrigin & { token: string },
): Promise<Outcome<{ email: string; changed: boolean }>> {
  const mailedToken = await consumeMailedToken(deps, ['verify-email', 'change-email'], { token, caller })
  if (!mailedToken.ok) return mailedToken
  const claim = readClaim(mailedToken.value.value)
  return deps.database.transaction(async (records) => {
    const account = await claimedAccount(records, claim)
    if (!account) return refused('invalid_confirmation')
    const { email } = claim
    if (mailedToken.value.kind === 'verify-email') {
      await records.accounts.update(account.id, { emailVerified: true })
      if (!account.emailVerified) await records.mailQueue.enqueue({ kind: 'welcome', accountId: account.id, language })
      return done({ email, changed: false })
    }
    if (!(await records.accounts.confirmNewEmail(account.id, email))) return refused('email_taken')
    // An unconfirmed former mailbox may belong to another person, who gets no email.
    const { email: formerEmail, emailVerified } = account
    if (emailVerified)
      await records.mailQueue.enqueue({ kind: 'email_changed', accountId: account.id, formerEmail, language })
    return done({ email, changed: true })
  })
}
