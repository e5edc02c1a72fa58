import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'

/** What the token of an email to an account stands for: this mailbox, and the account as it was when the email was asked for. */
export interface MailedClaim {
  accountId: string
  email: string
  generation: number
}

export function writeClaim({ id, email, generation }: AccountRecord, mailbox = email): string {
  return JSON.stringify({ accountId: id, email: mailbox, generation } satisfies MailedClaim)
}

/** Of a token that came back; null for none. */
export function readClaim(value: string | null): MailedClaim | null {
  return value === null ? null : (JSON.parse(value) as MailedClaim)
}

/** Locked; null when it is gone or changed its credentials since: the reader may not be its owner now. */
export async function claimedAccount(records: Records, claim: MailedClaim): Promise<AccountRecord | null> {
  const account = await records.accounts.lock(claim.accountId)
  return account?.generation === claim.generation ? account : null
}
