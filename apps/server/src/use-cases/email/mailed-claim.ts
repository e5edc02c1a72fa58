import { addressBlock } from '@kerf/domain/access/address-block'
import type { AccountRecord, Caller, TokenKind } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** What the token of an email to an account stands for: this mailbox, and the account as it was when the email was asked for. */
export interface MailedClaim {
  accountId: string
  email: string
  generation: number
}

export function writeClaim({ id, email, generation }: AccountRecord, mailbox = email): string {
  return JSON.stringify({ accountId: id, email: mailbox, generation } satisfies MailedClaim)
}

/** Of the value of a token that came back. */
export function readClaim(value: string): MailedClaim {
  return JSON.parse(value) as MailedClaim
}

/** Locked; null when it is gone or changed its credentials since: the reader may not be its owner now. */
export async function claimedAccount(records: Records, claim: MailedClaim): Promise<AccountRecord | null> {
  const account = await records.accounts.lock(claim.accountId)
  return account?.generation === claim.generation ? account : null
}

/** What a token of one of these kinds stands for. Tokens cannot be guessed; those who try are slowed all the same. */
export async function consumeMailedToken<Kind extends TokenKind>(
  deps: Deps<'accounts' | 'limits'>,
  kinds: readonly Kind[],
  { token, caller }: { token: string; caller: Caller },
): Promise<Outcome<{ kind: Kind; value: string }>> {
  const attempt = { kind: 'token_from_address', of: addressBlock(caller.address) } as const
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  for (const kind of kinds) {
    const value = await deps.accounts.consumeToken(kind, token)
    if (value === null) continue
    await deps.limits.giveBack([attempt])
    return done({ kind, value })
  }
  return refused('invalid_confirmation')
}
