import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { PlanEntryRecord } from '../../../ports/admin.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import { type Executor, hasRows } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { ledger, planEndEmails } from '../schema/payment-schema.ts'

export function createLedgerRecords(executor: Executor) {
  return {
    /** Returns false, and adds nothing, if the ledger already has this entry of this capture. */
    add: (entry: LedgerEntry) =>
      hasRows(executor.insert(ledger).values(entry).onConflictDoNothing().returning({ id: ledger.id })),

    /** In chronological order. */
    async listFor(accountId: string) {
      const isOfAccount = eq(ledger.accountId, accountId)
      return (await executor.select().from(ledger).where(isOfAccount).orderBy(asc(ledger.position))).map(toEntry)
    },
  }
}

type Reminder = 'week' | 'day'

export function createEndingPlanRecords(executor: Executor) {
  return {
    /** Accounts whose plan ends between these times and that have not received this reminder. */
    async listUnsent(from: Date, until: Date, reminder: Reminder): Promise<{ accountId: string; endsAt: Date }[]> {
      const rows = await executor
        .select({ accountId: users.id, endsAt: users.subscriptionExpiresAt })
        .from(users)
        .where(
          and(
            isNotNull(users.subscriptionExpiresAt),
            gt(users.subscriptionExpiresAt, from),
            lte(users.subscriptionExpiresAt, until),
            sql`not exists (select 1 from ${planEndEmails} where ${planEndEmails.accountId} = ${users.id}
              and ${planEndEmails.endsAt} = ${users.subscriptionExpiresAt} and ${planEndEmails.distance} = ${reminder})`,
          ),
        )
      return rows.flatMap(({ accountId, endsAt }) => (endsAt ? { accountId, endsAt } : []))
    },

    /** Returns false if this reminder is already noted. */
    noteSent(accountId: string, endsAt: Date, reminder: Reminder, now: Date) {
      const row = { accountId, endsAt, distance: reminder, sentAt: now }
      return hasRows(executor.insert(planEndEmails).values(row).onConflictDoNothing().returning())
    },
  }
}

/** Rebuilds an entry. Columns of its kind are never null, except `endsAt` of a grant. */
function toEntry(row: typeof ledger.$inferSelect): LedgerEntry {
  const { position: _, ...columns } = row
  const fields = Object.entries(columns).filter(([name, value]) => value !== null || name === 'endsAt')
  const entry = Object.fromEntries(fields)
  if (row.kind !== 'grant') delete entry.endsAt
  return entry as LedgerEntry
}

/** Condition of the index ledger_plans, word for word. */
const isPlanEntry = sql`kind in ('purchase', 'grant') and plan <> 'free'`

/** Plans that were bought or granted, without the free plan. */
export function createPlanEntryRecords(executor: Executor) {
  return {
    async list({ offset, limit }: PageRequest): Promise<RowPage<PlanEntryRecord>> {
      const total = await executor.$count(ledger, isPlanEntry)
      const page = executor
        .select({ position: ledger.position, entryId: ledger.id, accountId: ledger.accountId })
        .from(ledger)
        .where(isPlanEntry)
        .orderBy(desc(ledger.position))
        .offset(offset)
        .limit(limit)
        .as('page')
      const joinedRows = await executor
        .select({ entryId: page.entryId, accountId: page.accountId, name: users.name, email: users.email })
        .from(page)
        .leftJoin(users, eq(users.id, page.accountId))
        .orderBy(desc(page.position))
      const rows = joinedRows.map(({ entryId, accountId, name, email }) => ({
        entryId,
        accountId,
        owner: name === null || email === null ? null : { name, email },
      }))
      return { rows, total }
    },

    /** All ledger entries of these accounts, by account, each list in chronological order. */
    async ledgersOf(accountIds: readonly string[]): Promise<Map<string, LedgerEntry[]>> {
      if (accountIds.length === 0) return new Map()
      const rows = await executor
        .select()
        .from(ledger)
        .where(inArray(ledger.accountId, [...new Set(accountIds)]))
        .orderBy(asc(ledger.position))
      return Map.groupBy(rows.map(toEntry), (entry) => entry.accountId)
    },
  }
}
