import type { AuditEntry } from '@kerf/contract/admin-audit'
import { AUDIT_ACTIONS, type AuditAction } from '@kerf/domain/moderation/audit'
import { Cell } from '@kerf/ui/DataTable'
import { SearchIcon } from '@kerf/ui/list-icons'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { useSettled } from '../../../browser/use-settled.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'
import { auditQuery } from '../admin-queries.ts'
import { timestampWords } from '../figures.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'

const words = adminSettingsWords.audit
const COLUMNS = [
  { name: words.columns.what },
  { name: words.columns.when, width: '20%' },
  { name: words.columns.who, width: '20%' },
  { name: words.columns.target, width: '34%' },
]

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, name: words.actions[value] }))

/** What admins have done, for each other to see. Nobody can change it here. */
export function AuditTab() {
  const [search, setSearch] = useState('')
  const [action, setAction] = useState<AuditAction | 'all'>('all')
  const settledSearch = useSettled(search.trim(), INTERACTION.searchRestMs)
  // A page is a page of one list: another search begins at the front.
  const list = `${settledSearch} ${action}`
  const [place, setPlace] = useState({ list, page: 1 })
  const page = place.list === list ? place.page : 1
  const entries = useQuery(auditQuery({ action, search: settledSearch, page }))
  return (
    <>
      <h2 className="sr-only">{adminWords.tabs.audit}</h2>
      <search className="list-tools">
        <div className="search-field">
          <SearchIcon />
          <TextField
            type="search"
            aria-label={words.search}
            placeholder={words.searchPlaceholder}
            autoComplete="off"
            maxLength={254}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <SelectField
          aria-label={words.show}
          value={action}
          onChange={(event) => setAction(event.target.value as AuditAction | 'all')}
          options={[{ value: 'all', name: words.everything }, ...ACTIONS]}
        />
        <RefreshButton onRefresh={entries.refetch} />
      </search>
      <PagedTable
        label={words.label}
        columns={COLUMNS}
        query={entries}
        page={page}
        onPage={(next) => setPlace({ list, page: next })}
        failed={words.failed}
        empty={settledSearch === '' && action === 'all' ? words.empty : words.nothingFound}
        row={(entry) => (
          <tr key={entry.id}>
            <Cell>
              <b>{words.actions[entry.action]}</b>
            </Cell>
            <Cell label={words.columns.when}>{timestampWords(entry.at)}</Cell>
            <Cell label={words.columns.who}>
              <span dir="auto">{whoDid(entry)}</span>
            </Cell>
            <Cell label={words.columns.target}>
              <span dir="auto">{toWhat(entry)}</span>
              {entry.details && <small>{entry.details}</small>}
            </Cell>
          </tr>
        )}
      />
    </>
  )
}

/** Enough of an id to tell two of them apart. */
const ID_LETTERS = 8

function whoDid({ actorId, actorName }: AuditEntry): string {
  if (actorId === null) return words.commandLine
  return actorName ?? words.deletedAccount(actorId.slice(0, ID_LETTERS))
}

function toWhat({ target, targetKind, targetId }: AuditEntry): string {
  if (target !== null || targetKind === null || targetId === null) return target ?? ''
  const id = targetId.slice(0, ID_LETTERS)
  return targetKind === 'account' ? words.deletedAccount(id) : words.unnamed[targetKind](id)
}
