import type { User } from '@kerf/contract/auth'
import { USER_FILTERS, USER_SORTS, type UserFilter, type UserSort } from '@kerf/domain/people/admin-rules'
import { Button } from '@kerf/ui/Button'
import { Joined } from '@kerf/ui/Joined'
import { SelectField } from '@kerf/ui/SelectField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { displayName } from '../../../data/session/user-name.ts'
import { usersQuery } from '../admin-queries.ts'
import { ConfirmDialog } from '../lists/ConfirmDialog.tsx'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { reportFailure } from '../lists/report-failure.ts'
import { SearchField, useListSearch } from '../lists/search.tsx'
import { exportUsers } from './export-users.ts'
import { actionsButtonId } from './UserActionsMenu.tsx'
import { UserRow } from './UserRow.tsx'
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
const USER_SEARCH_ID = 'user-search'

export function UsersTab() {
  const [filter, setFilter] = useState<UserFilter>('all')
  const [sort, setSort] = useState<UserSort>('newest')
  const { typed, setTyped, search, page, setPage } = useListSearch(`${filter} ${sort}`)
  const request = { search, filter, sort, page }
  const users = useQuery(usersQuery(request))
  const actions = useUserActions()
  const exporting = useOneAtATime()
  const [asked, setAsked] = useState<User | null>(null)

  const exportShown = (): Promise<void> =>
    exporting.run(async () => {
      try {
        toasts.show(await exportUsers(request, users.data?.items ?? []))
      } catch (error) {
        reportFailure(error)
      }
    })

  return (
    <>
      <search className="list-tools">
        <SearchField
          id={USER_SEARCH_ID}
          aria-label={words.search}
          placeholder={words.searchPlaceholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          aria-label={words.show}
          value={filter}
          onChange={(event) => setFilter(event.target.value as UserFilter)}
          options={USER_FILTERS.map((value) => ({ value, name: words.filters[value] }))}
        />
        <SelectField
          aria-label={words.sort}
          value={sort}
          onChange={(event) => setSort(event.target.value as UserSort)}
          options={USER_SORTS.map((value) => ({ value, name: words.sorts[value] }))}
        />
        <Joined>
          <RefreshButton onRefresh={users.refetch} />
          <Button variant="quiet" size="small" aria-disabled={exporting.busy || undefined} onClick={exportShown}>
            {exporting.busy ? words.exporting : words.export}
          </Button>
        </Joined>
      </search>
      <PagedTable
        words={{ ...words, empty: search === '' && filter === 'all' ? words.empty : words.emptySearch }}
        columns={COLUMNS}
        query={users}
        page={page}
        onPage={setPage}
        row={(user) => <UserRow key={user.id} user={user} actions={actions} onDelete={() => setAsked(user)} />}
      />
      {asked && (
        <ConfirmDialog
          title={words.deleteTitle}
          text={words.deleteText(displayName(asked))}
          confirm={words.deleteConfirm}
          working={words.deleting}
          running={actions.isRunning(asked)}
          onConfirm={() => actions.remove(asked).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
          // The row may be gone with its button; the search is the next control.
          returnFocusTo={() =>
            document.getElementById(actionsButtonId(asked.id)) ?? document.getElementById(USER_SEARCH_ID)
          }
        />
      )}
    </>
  )
}
