import type { UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import { and, asc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AccountRecord } from '../../../ports/accounts.ts'
import type { PeopleFilter } from '../../../ports/admin.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import type { Executor } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { ACCOUNT_COLUMNS } from './accounts.ts'
import { matchesAccount } from './search-pattern.ts'

interface SortOrder {
  columns: SQL[]
  reversedColumns: SQL[]
  isAfter(account: AccountRecord): SQL | undefined
}

const { id, name, email, lastActive, createdAt } = users

/** Sort orders. Each matches an index of the table, so that PostgreSQL reads a page without sorting. */
const SORT_ORDERS: Readonly<Record<UserSort, SortOrder>> = {
  newest: {
    columns: [sql`${createdAt} desc`, sql`${id} desc`],
    reversedColumns: [asc(createdAt), asc(id)],
    isAfter: (account) => sql`(${createdAt}, ${id}) < (${account.createdAt.toISOString()}::timestamptz, ${account.id})`,
  },
  oldest: {
    columns: [asc(createdAt), asc(id)],
    reversedColumns: [sql`${createdAt} desc`, sql`${id} desc`],
    isAfter: (account) => sql`(${createdAt}, ${id}) > (${account.createdAt.toISOString()}::timestamptz, ${account.id})`,
  },
  name: {
    columns: [sql`lower(${name})`, asc(id)],
    reversedColumns: [sql`lower(${name}) desc`, sql`${id} desc`],
    isAfter: (account) => sql`(lower(${name}), ${id}) > (lower(${account.name}), ${account.id})`,
  },
  email: {
    columns: [asc(email)],
    reversedColumns: [sql`${email} desc`],
    isAfter: (account) => gt(email, account.email),
  },
  'last-active': {
    columns: [sql`${lastActive} desc nulls last`, sql`${id} desc nulls last`],
    reversedColumns: [sql`${lastActive} asc nulls first`, sql`${id} asc nulls first`],
    isAfter: ({ id: lastId, lastActive: time }) =>
      time === null
        ? and(isNull(lastActive), lt(id, lastId))
        : or(sql`(${lastActive}, ${id}) < (${time.toISOString()}::timestamptz, ${lastId})`, isNull(lastActive)),
  },
}

export function createPeopleRecords(executor: Executor) {
  return {
    /** Lists a page of accounts. `now` decides which plans have ended. */
    async list(request: PeopleFilter, { offset, limit }: PageRequest, now: Date): Promise<RowPage<AccountRecord>> {
      const condition = conditionOf(request, now)
      const total = await executor.$count(users, condition)
      const pageLength = Math.min(limit, total - offset)
      if (pageLength <= 0) return { rows: [], total }
      // The page is read from the nearer end, so that at most half of all accounts are skipped.
      const { columns, reversedColumns } = SORT_ORDERS[request.sort]
      const rowsAfterPage = total - offset - pageLength
      const isNearEnd = rowsAfterPage < offset
      // Skipped accounts are counted in the index only. Their rows are not read.
      const page = executor
        .select({ id })
        .from(users)
        .where(condition)
        .orderBy(...(isNearEnd ? reversedColumns : columns))
        .offset(isNearEnd ? rowsAfterPage : offset)
        .limit(pageLength)
        .as('page')
      const rows = await executor
        .select(ACCOUNT_COLUMNS)
        .from(users)
        .innerJoin(page, eq(page.id, id))
        .orderBy(...columns)
      return { rows, total }
    },

    /** The same list without a count, from the account after `before`. The cost does not depend on the position. */
    async listAfter(
      request: PeopleFilter,
      { before, limit }: { before?: AccountRecord | undefined; limit: number },
      now: Date,
    ): Promise<AccountRecord[]> {
      const { columns, isAfter } = SORT_ORDERS[request.sort]
      return await executor
        .select(ACCOUNT_COLUMNS)
        .from(users)
        .where(and(conditionOf(request, now), before && isAfter(before)))
        .orderBy(...columns)
        .limit(limit)
    },
  }
}

function conditionOf({ search, filter }: PeopleFilter, now: Date): SQL | undefined {
  return and(FILTERS[filter](now), search ? matchesAccount(search) : undefined)
}

/** Conditions in the exact text of the indexes: PostgreSQL does not match a bound parameter with an index condition. */
const FILTERS: Readonly<Record<UserFilter, (now: Date) => SQL | undefined>> = {
  all: () => undefined,
  admins: () => sql`role = 'admin'`,
  lifetime: (now) =>
    and(sql`subscription = 'lifetime'`, or(isNull(users.subscriptionExpiresAt), gt(users.subscriptionExpiresAt, now))),
  suspended: () => sql`not is_active`,
}
