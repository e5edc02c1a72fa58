import type { User } from '@kerf/contract/auth'
import { ADMIN_PAGE_SIZE, type UserFilter, type UserSort } from '@kerf/domain/people/admin-rules'
import { USERS_EXPORT_HEADER, usersExportLine, usersExportName } from '@kerf/domain/people/users-export'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { PeopleWish } from '../../ports/admin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { describeAccount } from '../accounts/describe-account.ts'
import { pagesOf } from '../pages-of.ts'
import { noteAction } from './note-action.ts'

export interface PeopleQuery {
  search?: string | undefined
  filter?: UserFilter | undefined
  sort?: UserSort | undefined
}

/** Spreadsheets take a file without this mark for one in the encoding of their country. */
export const BYTE_ORDER_MARK = '\ufeff'

/** The accounts of this installation, for its admins. */
export function people(deps: { database: Database; clock: Clock }) {
  const { records } = deps.database
  return {
    /** Pages count from 1. */
    async list(query: PeopleQuery & { page?: number | undefined }): Promise<{ users: User[]; total: number }> {
      const now = deps.clock.now()
      const offset = ((query.page ?? 1) - 1) * ADMIN_PAGE_SIZE
      const { accounts, total } = await records.people.list(wishOf(query), { offset, limit: ADMIN_PAGE_SIZE }, now)
      return { users: accounts.map((account) => describeAccount(account, now)), total }
    },

    exportName: (): string => usersExportName(deps.clock.now()),

    /** CSV, read from the database as it is sent. Noted before the first line leaves: a part of it is taken as well. */
    async export(query: PeopleQuery, by: string): Promise<AsyncIterable<string>> {
      const now = deps.clock.now()
      const wish = wishOf(query)
      await noteAction(records, { by, at: now, action: 'users_exported', details: detailsOf(wish) })
      return linesOf(wish, now)
    },
  }

  async function* linesOf(wish: PeopleWish, now: Date) {
    yield BYTE_ORDER_MARK + USERS_EXPORT_HEADER
    const pages = pagesOf<AccountRecord>((page) => records.people.listAfter(wish, page, now))
    for await (const page of pages) yield page.map((account) => usersExportLine(describeAccount(account, now))).join('')
  }
}

const wishOf = ({ search, filter = 'all', sort = 'newest' }: PeopleQuery): PeopleWish => ({
  search: search || undefined,
  filter,
  sort,
})

/** What was looked for is not told: it may be somebody's name, and the log names nobody. */
const detailsOf = ({ search, filter }: PeopleWish) => `filter: ${filter}${search ? ', part of them by a search' : ''}`
