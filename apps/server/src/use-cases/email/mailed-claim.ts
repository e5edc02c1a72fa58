import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import type { AccountRecord, Caller, TokenKind } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** Value of an emailed token: the mailbox, and the account's generation when the email was written. */
export interface MailedClaim {
  accountId: string
  email: string
  generation: number
}

export function writeClaim({ id, email, generation }: AccountRecord, mailbox = email): string {
  return JSON.stringify({ accountId: id, email: mailbox, generation } satisfies MailedClaim)
}

/** Parses the value of a consumed token. */
export function readClaim(value: string): MailedClaim {
  return JSON.parse(value) as MailedClaim
}

/** Locks and returns the claim's account; null if it was deleted or its credentials have changed since. */
export async function claimedAccount(records: Records, claim: MailedClaim): Promise<AccountRecord | null> {
  const account = await records.accounts.lock(claim.accountId)
  return account?.generation === claim.generation ? account : null
}

/**
 * Consumes a token of one of these kinds and returns its value. Wrong tokens are counted and delay the address's next
 * attempts.
 */
export async function consumeMailedToken<Kind extends TokenKind>(
  deps: Deps<'accounts' | 'limits'>,
  kinds: readonly Kind[],
  { token, caller }: { token: string; caller: Caller },
): Promise<Outcome<{ kind: Kind; value: string }>> {
  const attempt = { kind: 'token_from_address', of: ipAddressBlock(caller.ipAddress) } as const
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  for (const kind of kinds) {
    const value = await deps.accounts.consumeToken(kind, token)
    if (value === null) continue
    await deps.limits.giveBack([attempt])
    return done({ kind, value })
  }
  return refused('invalid_confirmation')
}
