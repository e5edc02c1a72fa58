import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { AdminRecords } from '../../../ports/admin.ts'
import type { Executor } from '../engine/executor.ts'
import { toEntry } from '../payments/ledger.ts'
import { users } from '../schema/account-schema.ts'
import { ledger } from '../schema/payment-schema.ts'

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
      const rows = await executor
        .select({ entryId: page.entryId, accountId: page.accountId, name: users.name, email: users.email })
        .from(page)
        .leftJoin(users, eq(users.id, page.accountId))
        .orderBy(desc(page.position))
      const entries = rows.map(({ entryId, accountId, name, email }) => ({
        entryId,
        accountId,
        owner: name === null || email === null ? null : { name, email },
      }))
      return { entries, total }
    },

    async ledgersOf(accountIds) {
      if (accountIds.length === 0) return new Map()
      const rows = await executor
        .select()
        .from(ledger)
        .where(inArray(ledger.accountId, [...new Set(accountIds)]))
        .orderBy(asc(ledger.position))
      const ledgers = new Map<string, LedgerEntry[]>()
      for (const row of rows) {
        const entries = ledgers.get(row.accountId) ?? []
        entries.push(toEntry(row))
        ledgers.set(row.accountId, entries)
      }
      return ledgers
    },
  }
}
