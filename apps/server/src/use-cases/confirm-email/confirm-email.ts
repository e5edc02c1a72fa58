import { addressBlock } from '@kerf/domain/address-block'
import type { Language } from '@kerf/domain/language'
import type { AccountRecord, Accounts, Caller, TokenKind } from '../../account-ports.ts'
import type { Database } from '../../ports.ts'
import type { LimitAttempts } from '../limit-attempts/limit-attempts.ts'
import { done, type Nothing, type Outcome, refused } from '../outcome.ts'

export interface ConfirmEmailDeps {
  database: Database
  accounts: Accounts
  limits: LimitAttempts
}

/** What the letters' tokens stand for: this mailbox belongs to this account. */
export interface MailboxClaim {
  accountId: string
  email: string
}

/** Sends the letter that asks a mailbox whether it is the account's, once more. A confirmed one is not asked again. */
export function sendVerification(deps: ConfirmEmailDeps) {
  return async (account: AccountRecord, caller: Caller, language: Language): Promise<Outcome<Nothing>> => {
    if (account.emailVerified) return done({})
    const taken = await deps.limits.take([
      { kind: 'mail_to_mailbox', of: account.email },
      { kind: 'mail_from_address', of: addressBlock(caller.address) },
    ])
    if (!taken.ok) return taken
    await deps.database.records.mailQueue.enqueue({ kind: 'verify_email', accountId: account.id, language })
    return done({})
  }
}

/** The letter's link was followed: the mailbox is the account's, be it the one it has or the one it wants. */
export function confirmEmail(deps: ConfirmEmailDeps) {
  return async (
    token: string,
    caller: Caller,
    language: Language,
  ): Promise<Outcome<{ email: string; changed: boolean }>> => {
    const attempt = { kind: 'token_from_address', of: addressBlock(caller.address) } as const
    const taken = await deps.limits.take([attempt])
    if (!taken.ok) return taken
    const verified = await claimOf('verify-email', token)
    const changed = verified ? null : await claimOf('change-email', token)
    const claim = verified ?? changed
    if (!claim) return refused('invalid_confirmation')
    await deps.limits.giveBack([attempt])
    return deps.database.transaction(async (records) => {
      const account = await records.accounts.find(claim.accountId)
      if (!account) return refused('invalid_confirmation')
      if (changed) {
        const holder = await records.accounts.findByEmail(claim.email)
        if (holder && holder.id !== account.id) return refused('email_taken')
        await records.accounts.update(account.id, { email: claim.email, emailVerified: true })
        const news = { kind: 'email_changed', accountId: account.id, formerEmail: account.email, language } as const
        if (account.email !== claim.email) await records.mailQueue.enqueue(news)
        return done({ email: claim.email, changed: true })
      }
      // The account may have moved to another mailbox since the letter was sent.
      if (account.email !== claim.email) return refused('invalid_confirmation')
      await records.accounts.update(account.id, { emailVerified: true })
      if (!account.emailVerified) await records.mailQueue.enqueue({ kind: 'welcome', accountId: account.id, language })
      return done({ email: claim.email, changed: false })
    })
  }

  async function claimOf(kind: TokenKind, token: string): Promise<MailboxClaim | null> {
    const value = await deps.accounts.consumeToken(kind, token)
    return value === null ? null : (JSON.parse(value) as MailboxClaim)
  }
}
