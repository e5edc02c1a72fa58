import type { exportUsers } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import type { QueryOf } from '@kerf/contract/protocol/endpoint'
import { USERS_EXPORT_HEADER, usersExportLine } from '@kerf/domain/people/users-export'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { PeopleFilter } from '../../ports/admin.ts'
import type { Database } from '../../ports/database.ts'
import type { RowPage } from '../../ports/page.ts'
import { describeAccount } from '../accounts/change-account.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { adminPage, BYTE_ORDER_MARK, mapPage, type PageQuery, pagesOf } from '../shared/pages.ts'

type PeopleQuery = QueryOf<typeof exportUsers>

export async function listPeople(
  deps: Deps<'database' | 'clock'>,
  query: PeopleQuery & PageQuery,
): Promise<RowPage<User>> {
  const now = deps.clock.now()
  const people = await deps.database.records.people.list(requestOf(query), adminPage(query), now)
  return mapPage(people, (account) => describeAccount(account, now))
}

/** Streams all people as CSV. The audit entry is stored before the first row, so that partial exports are noted too. */
export async function exportPeople(
  deps: Deps<'database' | 'clock'>,
  { query, by }: { query: PeopleQuery; by: string },
): Promise<AsyncIterable<string>> {
  const now = deps.clock.now()
  const request = requestOf(query)
  await noteAction(deps.database.records, { by, at: now, action: 'users_exported', details: detailsOf(request) })
  return usersExportLines(deps.database, request, now)
}

async function* usersExportLines({ records }: Database, request: PeopleFilter, now: Date) {
  yield BYTE_ORDER_MARK + USERS_EXPORT_HEADER
  const pages = pagesOf<AccountRecord>((page) => records.people.listAfter(request, page, now))
  for await (const page of pages) yield page.map((account) => usersExportLine(describeAccount(account, now))).join('')
}

const requestOf = ({ search, filter = 'all', sort = 'newest' }: PeopleQuery): PeopleFilter => ({
  search: search || undefined,
  filter,
  sort,
})

/** Details for the audit log, without the search text, which may be a person's name. */
const detailsOf = ({ search, filter }: PeopleFilter) => `filter: ${filter}${search ? ', part of them by a search' : ''}`
