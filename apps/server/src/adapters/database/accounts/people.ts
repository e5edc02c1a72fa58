import type { UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import { and, asc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AccountRecord } from '../../../ports/accounts.ts'
import type { AdminRecords, PeopleFilter } from '../../../ports/admin.ts'
import type { Executor } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { ACCOUNT } from './accounts.ts'
import { isAccountFor } from './search-pattern.ts'

interface Order {
  forth: SQL[]
  back: SQL[]
  after(account: AccountRecord): SQL | undefined
}

const { id, name, email, lastActive, createdAt } = users

/** Each as one of the table's indexes has it, so that a page is read and not sorted. */
const ORDERS: Readonly<Record<UserSort, Order>> = {
  newest: {
    forth: [sql`${createdAt} desc`, sql`${id} desc`],
    back: [asc(createdAt), asc(id)],
    after: (account) => sql`(${createdAt}, ${id}) < (${account.createdAt.toISOString()}::timestamptz, ${account.id})`,
  },
  oldest: {
    forth: [asc(createdAt), asc(id)],
    back: [sql`${createdAt} desc`, sql`${id} desc`],
    after: (account) => sql`(${createdAt}, ${id}) > (${account.createdAt.toISOString()}::timestamptz, ${account.id})`,
  },
  name: {
    forth: [sql`lower(${name})`, asc(id)],
    back: [sql`lower(${name}) desc`, sql`${id} desc`],
    after: (account) => sql`(lower(${name}), ${id}) > (lower(${account.name}), ${account.id})`,
  },
  email: {
    forth: [asc(email)],
    back: [sql`${email} desc`],
    after: (account) => gt(email, account.email),
  },
  'last-active': {
    forth: [sql`${lastActive} desc nulls last`, sql`${id} desc nulls last`],
    back: [sql`${lastActive} asc nulls first`, sql`${id} asc nulls first`],
    after: ({ id: lastId, lastActive: time }) =>
      time === null
        ? and(isNull(lastActive), lt(id, lastId))
        : or(sql`(${lastActive}, ${id}) < (${time.toISOString()}::timestamptz, ${lastId})`, isNull(lastActive)),
  },
}

export function createPeopleRecords(executor: Executor): AdminRecords['people'] {
  return {
    async list(request, { offset, limit }, now) {
      const wanted = matching(request, now)
      const total = await executor.$count(users, wanted)
      const length = Math.min(limit, total - offset)
      if (length <= 0) return { rows: [], total }
      // A page is counted up to from where it is nearer: of a hundred thousand accounts half are passed over at most.
      const { forth, back } = ORDERS[request.sort]
      const behind = total - offset - length
      const isNearEnd = behind < offset
      // What is passed over is counted in the index alone, and no row of it is looked at.
      const page = executor
        .select({ id })
        .from(users)
        .where(wanted)
        .orderBy(...(isNearEnd ? back : forth))
        .offset(isNearEnd ? behind : offset)
        .limit(length)
        .as('page')
      const rows = await executor
        .select(ACCOUNT)
        .from(users)
        .innerJoin(page, eq(page.id, id))
        .orderBy(...forth)
      return { rows, total }
    },

    async listAfter(request, { before, limit }, now) {
      const { forth, after } = ORDERS[request.sort]
      return await executor
        .select(ACCOUNT)
        .from(users)
        .where(and(matching(request, now), before && after(before)))
        .orderBy(...forth)
        .limit(limit)
    },
  }
}

function matching({ search, filter }: PeopleFilter, now: Date): SQL | undefined {
  return and(FILTERS[filter](now), search ? isAccountFor(search) : undefined)
}

/** Written out as the indexes' own conditions are: a value that is given apart is not recognized in them. */
const FILTERS: Readonly<Record<UserFilter, (now: Date) => SQL | undefined>> = {
  all: () => undefined,
  admins: () => sql`role = 'admin'`,
  lifetime: (now) =>
    and(sql`subscription = 'lifetime'`, or(isNull(users.subscriptionExpiresAt), gt(users.subscriptionExpiresAt, now))),
  suspended: () => sql`not is_active`,
}
