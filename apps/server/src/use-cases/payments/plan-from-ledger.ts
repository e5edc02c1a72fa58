import { entitlement } from '@kerf/domain/payments/ledger'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'

/**
 * Gives an account what its ledger adds up to. Within a transaction that has locked the account, after entries were added:
 * nothing else ever sets a plan. null when the account is gone; its ledger stays.
 */
export async function planFromLedger(records: Records, accountId: string): Promise<AccountRecord | null> {
  return await records.accounts.setPlan(accountId, entitlement(await records.ledger.listFor(accountId)))
}
