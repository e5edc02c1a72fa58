import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { AdminRecords } from '../../../ports/admin.ts'
import type { PaymentRecords } from '../../../ports/payments.ts'
import { type Executor, meetsAny } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { ledger, planEndEmails } from '../schema/payment-schema.ts'

export function createLedgerRecords(executor: Executor): PaymentRecords['ledger'] {
  return {
    add: (entry) => meetsAny(executor.insert(ledger).values(entry).onConflictDoNothing().returning({ id: ledger.id })),

    async listFor(accountId) {
      const isTheirs = eq(ledger.accountId, accountId)
      return (await executor.select().from(ledger).where(isTheirs).orderBy(asc(ledger.position))).map(toEntry)
    },
  }
}

export function createEndingPlanRecords(executor: Executor): PaymentRecords['endingPlans'] {
  return {
    async listUnsent(from, until, reminder) {
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

    noteSent(accountId, endsAt, reminder, now) {
      const sent = { accountId, endsAt, distance: reminder, sentAt: now }
      return meetsAny(executor.insert(planEndEmails).values(sent).onConflictDoNothing().returning())
    },
  }
}

/** Every column that a kind of entry has was given when it was added. */
function toEntry(row: typeof ledger.$inferSelect): LedgerEntry {
  const { position: _, ...columns } = row
  const given = Object.entries(columns).filter(([name, value]) => value !== null || name === 'endsAt')
  const entry = Object.fromEntries(given)
  if (row.kind !== 'grant') delete entry.endsAt
  return entry as LedgerEntry
}

/** As the index of the same name says it. */
const isPlan = sql`kind in ('purchase', 'grant') and plan <> 'free'`

export function createPlanEntryRecords(executor: Executor): AdminRecords['planEntries'] {
  return {
    async list({ offset, limit }) {
      const total = await executor.$count(ledger, isPlan)
      const page = executor
        .select({ position: ledger.position, entryId: ledger.id, accountId: ledger.accountId })
        .from(ledger)
        .where(isPlan)
        .orderBy(desc(ledger.position))
        .offset(offset)
        .limit(limit)
        .as('page')
      const found = await executor
        .select({ entryId: page.entryId, accountId: page.accountId, name: users.name, email: users.email })
        .from(page)
        .leftJoin(users, eq(users.id, page.accountId))
        .orderBy(desc(page.position))
      const rows = found.map(({ entryId, accountId, name, email }) => ({
        entryId,
        accountId,
        owner: name === null || email === null ? null : { name, email },
      }))
      return { rows, total }
    },

    async ledgersOf(accountIds) {
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
