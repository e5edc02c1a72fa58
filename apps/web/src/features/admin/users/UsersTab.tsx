import type { User } from '@kerf/contract/auth'
import type { UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { useRunning } from '../../../browser/use-running.ts'
import { useSettled } from '../../../browser/use-settled.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'
import { usersQuery } from '../admin-queries.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { reportFailure } from '../lists/report-failure.ts'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { exportUsers } from './export-users.ts'
import { UserRow } from './UserRow.tsx'
import { UserTools } from './UserTools.tsx'
import { useUserActions } from './use-user-actions.ts'

const words = adminWords.users
const COLUMNS = [
  { name: words.columns.user },
  { name: words.columns.role, width: '13%' },
  { name: words.columns.plan, width: '14%' },
  { name: words.columns.since, width: '18%' },
  { name: words.columns.status, width: '14%' },
  { name: words.columns.actions, width: '64px', silent: true },
]
const EXPORT = 'export'

export function UsersTab() {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<UserFilter>('all')
  const [sort, setSort] = useState<UserSort>('newest')
  const settledSearch = useSettled(search.trim(), INTERACTION.searchRestMs)
  // A page is a page of one list: another search begins at the front.
  const list = `${settledSearch} ${filter} ${sort}`
  const [place, setPlace] = useState({ list, page: 1 })
  const page = place.list === list ? place.page : 1
  const request = { search: settledSearch, filter, sort, page }
  const users = useQuery(usersQuery(request))
  const actions = useUserActions()
  const exporting = useRunning()
  const [asked, setAsked] = useState<User | null>(null)

  function exportShown(): Promise<void> {
    return exporting.run(EXPORT, async () => {
      try {
        toasts.show(await exportUsers(request, users.data?.items ?? []))
      } catch (error) {
        reportFailure(error)
      }
    })
  }

  async function removeAsked(): Promise<void> {
    // A second click must not close the question before the first one is answered.
    if (!asked || actions.isRunning(asked)) return
    await actions.remove(asked)
    setAsked(null)
  }

  return (
    <>
      <UserTools
        search={search}
        filter={filter}
        sort={sort}
        onSearch={setSearch}
        onFilter={setFilter}
        onSort={setSort}
        onRefresh={users.refetch}
        exporting={exporting.has(EXPORT)}
        onExport={exportShown}
      />
      <PagedTable
        label={words.label}
        columns={COLUMNS}
        query={users}
        page={page}
        onPage={(next) => setPlace({ list, page: next })}
        failed={words.failed}
        empty={settledSearch === '' && filter === 'all' ? words.empty : words.emptySearch}
        row={(user) => <UserRow key={user.id} user={user} actions={actions} onDelete={() => setAsked(user)} />}
      />
      {asked && (
        <DeleteUserDialog
          user={asked}
          running={actions.isRunning(asked)}
          onConfirm={removeAsked}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
