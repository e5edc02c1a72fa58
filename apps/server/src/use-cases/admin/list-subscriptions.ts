import type { SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import { planRecord } from '@kerf/domain/payments/plan-records'
import type { PlanEntryRecord } from '../../ports/admin.ts'
import { adminPage } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'

export async function listSubscriptions(
  deps: Deps<'database' | 'clock'>,
  page: number,
): Promise<{ subscriptions: SubscriptionRecord[]; total: number }> {
  const { planEntries } = deps.database.records
  const { entries, total } = await planEntries.list(adminPage(page))
  const ledgers = await planEntries.ledgersOf(entries.map(({ accountId }) => accountId))
  const now = deps.clock.now()
  const subscriptions = entries.flatMap((entry) => describe(entry, ledgers.get(entry.accountId) ?? [], now) ?? [])
  return { subscriptions, total }
}

function describe(
  { entryId, accountId, owner }: PlanEntryRecord,
  ledger: readonly LedgerEntry[],
  now: Date,
): SubscriptionRecord | null {
  const record = planRecord(ledger, entryId, now)
  if (!record) return null
  const { entry, status, startsAt, endsAt, refundedCents } = record
  return {
    id: entryId,
    userId: accountId,
    userName: owner ? owner.name || owner.email : null,
    userEmail: owner?.email ?? null,
    status,
    plan: entry.plan,
    amount: entry.kind === 'purchase' ? entry.amountCents / 100 : 0,
    refundedAmount: refundedCents / 100,
    given: entry.kind === 'grant',
    currency: entry.kind === 'purchase' ? entry.currency : 'USD',
    currentPeriodStart: startsAt.toISOString(),
    currentPeriodEnd: endsAt?.toISOString() ?? null,
    createdAt: entry.at.toISOString(),
  }
}
