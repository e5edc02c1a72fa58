import { exportUsers } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { ApiError, OfflineError, pathFor, queryString } from '@kerf/contract/protocol/client'
import { USER_FILTERS, USER_SORTS, type UserFilter, type UserSort } from '@kerf/domain/people/admin-rules'
import { USERS_EXPORT_HEADER, usersExportLine, usersExportName } from '@kerf/domain/people/users-export'
import { Button, Joined } from '@kerf/ui/Button'
import { SearchField } from '@kerf/ui/SearchField'
import { SelectField } from '@kerf/ui/SelectField'
import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { saveAddress, saveFile } from '../../../browser/save-file.ts'
import { serverDate } from '../../../browser/server-clock.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { displayName } from '../../../data/session/user-name.ts'
import { type UsersRequest, usersQuery } from '../admin-queries.ts'
import { formatNumber } from '../formatting.ts'
import { ConfirmDialog } from '../lists/ConfirmDialog.tsx'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { reportFailure } from '../lists/report-failure.ts'
import { useListSearch } from '../lists/use-list-search.ts'
import { actionsButtonId } from './UserActionsMenu.tsx'
import { UserRow } from './UserRow.tsx'
import { useUserActions } from './use-user-actions.ts'

const InvitationsSection = lazy(async () => ({
  default: (await import('./InvitationsSection.tsx')).InvitationsSection,
}))

const words = adminWords.users
const { userToasts } = adminWords
const PLAN_COLUMN = { name: words.columns.plan, width: '14%' }
const COLUMNS = [
  { name: words.columns.user },
  { name: words.columns.role, width: '13%' },
  PLAN_COLUMN,
  { name: words.columns.since, width: '18%' },
  { name: words.columns.status, width: '14%' },
  { name: words.columns.actions, width: '64px', silent: true },
]
const USER_SEARCH_ID = 'user-search'

export function UsersTab() {
  const isSelling = sellsPlans()
  const [filter, setFilter] = useState<UserFilter>('all')
  const [sort, setSort] = useState<UserSort>('newest')
  const { search, field, page, setPage } = useListSearch(`${filter} ${sort}`)
  const request = { search, filter, sort, page }
  const users = useQuery(usersQuery(request))
  const actions = useUserActions()
  const exportRun = useOneAtATime()
  const [question, setQuestion] = useState<{ user: User; about: 'promote' | 'delete' } | null>(null)

  const exportMatches = (): Promise<void> =>
    exportRun.run(async () => {
      try {
        toasts.show(await saveUsers(request, users.data?.items ?? []))
      } catch (error) {
        reportFailure(error)
      }
    })

  return (
    <>
      <search className="list-tools">
        <SearchField id={USER_SEARCH_ID} aria-label={words.search} placeholder={words.searchPlaceholder} {...field} />
        <SelectField
          aria-label={adminWords.show}
          value={filter}
          onChange={(event) => setFilter(event.target.value as UserFilter)}
          options={USER_FILTERS.filter((value) => isSelling || value !== 'lifetime').map((value) => ({
            value,
            name: words.filters[value],
          }))}
        />
        <SelectField
          aria-label={words.sort}
          value={sort}
          onChange={(event) => setSort(event.target.value as UserSort)}
          options={USER_SORTS.map((value) => ({ value, name: words.sorts[value] }))}
        />
        <Joined>
          <RefreshButton onRefresh={users.refetch} />
          <Button variant="quiet" size="small" aria-disabled={exportRun.busy || undefined} onClick={exportMatches}>
            {exportRun.busy ? words.exporting : words.export}
          </Button>
        </Joined>
      </search>
      <PagedTable
        words={{ ...words, empty: search === '' && filter === 'all' ? words.empty : words.emptySearch }}
        columns={COLUMNS.filter((column) => isSelling || column !== PLAN_COLUMN)}
        query={users}
        page={page}
        onPage={setPage}
        row={(user) => (
          <UserRow
            key={user.id}
            user={user}
            actions={actions}
            onAsk={(askedQuestion) => setQuestion({ user, about: askedQuestion })}
          />
        )}
      />
      <Suspense fallback={null}>
        <InvitationsSection />
      </Suspense>
      {question && (
        <ConfirmDialog
          {...words.questions[question.about]}
          text={words.questions[question.about].text(displayName(question.user))}
          running={actions.isRunning(question.user)}
          onConfirm={async () => {
            await (question.about === 'delete'
              ? actions.remove(question.user)
              : actions.change(question.user, { role: 'admin' }))
            setQuestion(null)
          }}
          onClose={() => setQuestion(null)}
          // The row and its button may be deleted, so the search field takes the focus.
          returnFocusTo={() =>
            document.getElementById(actionsButtonId(question.user.id)) ?? document.getElementById(USER_SEARCH_ID)
          }
        />
      )}
    </>
  )
}

/** Header of a request for one byte, which shows whether the server would send the file. */
const PROBE_HEADERS = { range: 'bytes=0-0' }

/**
 * Saves all matching users as CSV, through the browser's own download. One byte is requested first, so that a refusal
 * is shown instead of saved as a file. If the server has no export, saves the rows of the page. Throws ApiError and
 * OfflineError.
 */
async function saveUsers(request: UsersRequest, visibleUsers: readonly User[]): Promise<ToastMessage> {
  const { search, filter, sort } = request
  const address = pathFor(exportUsers) + queryString({ search: search || undefined, filter, sort })
  const name = usersExportName(serverDate())
  const probeResponse = await fetch(address, { credentials: 'include', headers: PROBE_HEADERS }).catch((error) => {
    throw new OfflineError('No answer.', { cause: error })
  })
  if (probeResponse.ok) {
    await probeResponse.body?.cancel()
    saveAddress(address, name)
    return { title: userToasts.exported, text: name }
  }
  const refusal = await ApiError.from(probeResponse)
  if (refusal.code !== 'not_set_up' && refusal.status !== 404) throw refusal
  // Without the byte order mark spreadsheets assume a regional encoding.
  saveFile(new Blob(['\ufeff', USERS_EXPORT_HEADER, ...visibleUsers.map(usersExportLine)], { type: 'text/csv' }), name)
  return {
    title: userToasts.exported,
    text: userToasts.exportedShown(visibleUsers.length, formatNumber(visibleUsers.length)),
  }
}
