import { type AuditEntry, listAuditEntries } from '@kerf/contract/admin-audit'
import { AUDIT_ACTIONS, type AuditAction } from '@kerf/domain/moderation/audit'
import { Cell } from '@kerf/ui/DataTable'
import { SearchField } from '@kerf/ui/SearchField'
import { SelectField } from '@kerf/ui/SelectField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { formatTimestamp } from '../formatting.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { useListSearch } from '../lists/use-list-search.ts'

const words = adminSettingsWords.audit
const COLUMNS = [
  { name: words.columns.what },
  { name: words.columns.when, width: '20%' },
  { name: words.columns.who, width: '20%' },
  { name: words.columns.target, width: '34%' },
]

const ACTION_OPTIONS = AUDIT_ACTIONS.map((value) => ({ value, name: words.actions[value] }))

/** Log of the actions of admins, and of clips that were made public. */
export function AuditTab() {
  const [action, setAction] = useState<AuditAction | 'all'>('all')
  const { search, field, page, setPage } = useListSearch(action)
  const filter = { action: action === 'all' ? undefined : action, search: search || undefined }
  const entries = useQuery(listQuery(adminKeys.audit, listAuditEntries, page, filter))
  return (
    <>
      <h2 className="sr-only">{adminWords.tabs.audit}</h2>
      <search className="list-tools">
        <SearchField aria-label={words.search} placeholder={words.searchPlaceholder} {...field} />
        <SelectField
          aria-label={adminWords.show}
          value={action}
          onChange={(event) => setAction(event.target.value as AuditAction | 'all')}
          options={[{ value: 'all', name: words.everything }, ...ACTION_OPTIONS]}
        />
        <RefreshButton onRefresh={entries.refetch} />
      </search>
      <PagedTable
        words={{ ...words, empty: search === '' && action === 'all' ? words.empty : words.nothingFound }}
        columns={COLUMNS}
        query={entries}
        page={page}
        onPage={setPage}
        row={(entry) => (
          <tr key={entry.id}>
            <Cell>
              <b>{words.actions[entry.action]}</b>
            </Cell>
            <Cell label={words.columns.when}>{formatTimestamp(entry.at)}</Cell>
            <Cell label={words.columns.who}>
              <span dir="auto">{describeActor(entry)}</span>
            </Cell>
            <Cell label={words.columns.target}>
              <span dir="auto">{describeTarget(entry)}</span>
              {entry.details && <small>{entry.details}</small>}
            </Cell>
          </tr>
        )}
      />
    </>
  )
}

/** Number of characters of an id that are shown. They are enough to distinguish two ids. */
const SHOWN_ID_LENGTH = 8

function describeActor({ action, actorId, actorName }: AuditEntry): string {
  if (actorId === null) return words.server
  const id = actorId.slice(0, SHOWN_ID_LENGTH)
  const isByOwner = action === 'clip_shared' || action === 'share_ended'
  return actorName ?? (isByOwner ? words.withoutAccount(id) : words.deletedAccount(id))
}

function describeTarget({ target, targetKind, targetId }: AuditEntry): string {
  if (target !== null || targetKind === null || targetId === null) return target ?? ''
  const id = targetId.slice(0, SHOWN_ID_LENGTH)
  return targetKind === 'account' ? words.deletedAccount(id) : words.unnamed[targetKind](id)
}
