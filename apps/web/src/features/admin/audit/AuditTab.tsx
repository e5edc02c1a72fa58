import { Cell } from '@kerf/ui/DataTable'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { auditQuery } from '../admin-queries.ts'
import { instantWords } from '../figures.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'

const words = adminSettingsWords.audit
const COLUMNS = [
  { name: words.columns.what },
  { name: words.columns.when, width: '20%' },
  { name: words.columns.who, width: '20%' },
  { name: words.columns.target, width: '34%' },
]

/** What admins have done, for each other to see. Nobody can change it here. */
export function AuditTab() {
  const [page, setPage] = useState(1)
  const entries = useQuery(auditQuery(page))
  return (
    <>
      <div className="list-tools">
        <h2>{adminWords.tabs.audit}</h2>
        <RefreshButton onRefresh={entries.refetch} />
      </div>
      <PagedTable
        label={words.label}
        columns={COLUMNS}
        query={entries}
        page={page}
        onPage={setPage}
        failed={words.failed}
        empty={words.empty}
        row={(entry) => (
          <tr key={entry.id}>
            <Cell>
              <b>{words.actions[entry.action]}</b>
            </Cell>
            <Cell label={words.columns.when}>{instantWords(entry.at)}</Cell>
            <Cell label={words.columns.who}>
              <span dir="auto">{entry.actorName}</span>
            </Cell>
            <Cell label={words.columns.target}>
              <span dir="auto">{entry.target ?? ''}</span>
              {entry.details && <small>{entry.details}</small>}
            </Cell>
          </tr>
        )}
      />
    </>
  )
}
